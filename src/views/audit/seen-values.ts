import { useEffect, useMemo, useRef } from 'react'
import { kindWords } from '../../domain/audit/audit-words.ts'
import { actorName } from './actor-words.ts'
import type { Entry } from './audit-filter.ts'

/** What was seen in the log, by what a filter asks for, with what it is called. */
export type SeenValues = {
  readonly actors: ReadonlyMap<string, string>
  readonly actions: ReadonlyMap<string, string>
  readonly types: ReadonlyMap<string, string>
}

const sorted = (values: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...values].sort(([, a], [, b]) => a.localeCompare(b, 'en')))

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Who, what and to what, in these entries. */
const seenIn = (rows: readonly Entry[]): SeenValues => ({
  actors: sorted(new Map(rows.flatMap(({ actor }) => (actor.id === null ? [] : [[actor.id, actorName(actor)]])))),
  actions: sorted(new Map(rows.map(({ action }) => [action, action]))),
  types: sorted(new Map(rows.map(({ resource }) => [resource.type, capital(kindWords(resource.type))]))),
})

const merged = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  sorted(new Map([...a, ...b]))

/** The same, with what was seen before the log was narrowed. */
export const useSeenValues = (rows: readonly Entry[]): SeenValues => {
  const before = useRef<SeenValues>({ actors: new Map(), actions: new Map(), types: new Map() })
  const all = useMemo(() => {
    const now = seenIn(rows)
    const { actors, actions, types } = before.current
    return {
      actors: merged(actors, now.actors),
      actions: merged(actions, now.actions),
      types: merged(types, now.types),
    }
  }, [rows])
  useEffect(() => {
    before.current = all
  }, [all])
  return all
}
