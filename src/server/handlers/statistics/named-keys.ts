import { type Problem, problem } from '../../../domain/core/problem.ts'
import { invalid, type Refusal } from '../../refusal.ts'
import { locationsFor } from '../../store/agents/locations.ts'
import type { Db } from '../../store/core/database.ts'

type Known = ReadonlyMap<string, number>

/** Keys of the monitors and locations that a query names, or a refusal that names those that there are not. `words`: what a monitor must be. */
export const namedKeys = async (
  db: Db,
  projectKey: number,
  { monitors, locations }: { readonly monitors?: readonly string[]; readonly locations?: readonly string[] },
  { known, words }: { readonly known: Known; readonly words: string },
): Promise<{ targetKeys?: number[]; locationKeys?: number[] } | Refusal> => {
  const places = locations && new Map((await locationsFor(db, projectKey)).map(({ id, key }) => [id, key]))
  const problems = [
    ...unknownOf('monitors', monitors, known, words),
    ...unknownOf('locations', locations, places, 'a location'),
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
