import type { Period } from '../../../domain/core/periods.ts'
import type { Measure } from '../../../domain/statistics/measures.ts'
import type { Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { type Answer, readFigures } from '../statistics/figures.ts'
import type { InScope } from './slo.ts'

export type ScopeOf = {
  readonly projectKey: number
  readonly scope: InScope
  readonly window: Window
  readonly step?: Exclude<Period, 'WEEK' | 'MONTH'>
  readonly measures: readonly Measure[]
  readonly now: number
}

/** Reads the figures of all monitors of a scope together. */
export const readScope = (db: Db, { scope, ...of }: ScopeOf): Promise<Answer> =>
  readFigures(db, { ...of, targetKeys: scope.targetKeys, together: true })
