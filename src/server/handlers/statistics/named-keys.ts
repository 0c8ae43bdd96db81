import { type Problem, problem } from '../../../domain/core/problem.ts'
import { invalid, type Refusal } from '../../refusal.ts'
import { locationsFor } from '../../store/agents/locations.ts'
import type { Db } from '../../store/core/database.ts'

type Known = ReadonlyMap<string, number>

type Named = { readonly monitors?: readonly string[] | undefined; readonly locations?: readonly string[] | undefined }
const FIELDS = { monitors: 'monitors', locations: 'locations' }

/** Ids that a query has in one text, separated by commas; undefined if it has none. */
export const commaIds = (text: string | undefined): string[] | undefined => {
  const ids = (text ?? '').split(',').flatMap((id) => id.trim() || [])
  return ids.length > 0 ? ids : undefined
}

/**
 * Keys of the monitors and locations that a query names, or a refusal that names those that there are not. `words`: what a monitor must
 * be; `fields`: names of the parameters.
 */
export const namedKeys = async (
  db: Db,
  projectKey: number,
  { monitors, locations }: Named,
  { known, words, fields = FIELDS }: { readonly known: Known; readonly words: string; readonly fields?: typeof FIELDS },
): Promise<{ targetKeys?: number[]; locationKeys?: number[] } | Refusal> => {
  const places = locations && new Map((await locationsFor(db, projectKey)).map(({ id, key }) => [id, key]))
  const problems = [
    ...unknownOf(fields.monitors, monitors, known, words),
    ...unknownOf(fields.locations, locations, places, 'a location'),
  ]
  if (problems.length > 0) return invalid(problems)
  return {
    ...(monitors && { targetKeys: monitors.flatMap((one) => known.get(one) ?? []) }),
    ...(locations && { locationKeys: locations.flatMap((one) => places?.get(one) ?? []) }),
  }
}

const unknownOf = (
  field: string,
  ids: readonly string[] | undefined,
  known: Known | undefined,
  words: string,
): Problem[] =>
  (ids ?? []).flatMap((one, index) =>
    known?.has(one) ? [] : problem(`${field}[${index}]`, 'unknown', `must be the id of ${words}: ${one} is none.`),
  )
