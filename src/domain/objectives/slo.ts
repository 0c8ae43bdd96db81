import type { Shape } from '../../contract/core/endpoint.ts'
import type {
  COMPARATORS,
  OBJECTIVE_MEASURES,
  OBJECTIVE_METRICS,
  OBJECTIVE_PERIODS,
  OBJECTIVE_UNITS,
  objective,
  threshold,
} from '../../contract/objectives/objectives.ts'
import type { TagScope } from '../core/tag-scope.ts'

export type ObjectiveMetric = (typeof OBJECTIVE_METRICS)[number]
export type ObjectiveMeasure = (typeof OBJECTIVE_MEASURES)[number]
export type Comparator = (typeof COMPARATORS)[number]
export type ObjectiveUnit = (typeof OBJECTIVE_UNITS)[number]
export type ObjectivePeriod = (typeof OBJECTIVE_PERIODS)[number]

/** An objective as it is typed or sent. */
export type Objective = Shape<typeof objective>
/** A threshold as it is typed or sent. */
export type Threshold = Shape<typeof threshold>

/** The service level objectives of a project. */
export type Slo = TagScope & {
  readonly objectives: readonly Objective[]
  readonly thresholds: readonly Threshold[]
}

/** An objective of a stored SLO. */
export type StoredObjective = Objective & { readonly id: string }
export type StoredThreshold = Threshold & { readonly id: string }

type Identified = { readonly id?: string | undefined }

/** Gives an id to each row that has none, or that of an earlier row: `o1`, `o2`. Ids that were given stay, so that series keep their names. */
export const withRowIds = <Row extends Identified>(
  rows: readonly Row[],
  prefix: string,
): (Row & { readonly id: string })[] => {
  const taken = new Set(rows.flatMap(({ id }) => id ?? []))
  const seen = new Set<string>()
  let number = 0
  const free = (): string => {
    do number++
    while (taken.has(`${prefix}${number}`))
    return `${prefix}${number}`
  }
  return rows.map((row) => {
    const id = row.id !== undefined && !seen.has(row.id) ? row.id : free()
    seen.add(id)
    return { ...row, id }
  })
}
