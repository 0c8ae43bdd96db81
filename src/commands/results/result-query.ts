import { CATEGORIES } from '../../contract/results/results.ts'
import { rangeOf } from '../core/time-range.ts'

/** Filters of results as the API takes them, for lists of a project, a monitor or a workflow. */
export type ResultQuery = {
  from?: string
  time?: string
  result_category?: string
  reason?: string
  code?: string
  location_id?: string
  latency_above?: number
  latency_up_to?: number
}

/** Filters as the address names them, beside those of the time, with the parameter of the API. */
const PARAMETERS = [
  ['reason', 'reason'],
  ['code', 'code'],
  ['location', 'location_id'],
] as const

/** Filters of the list of a whole project alone. */
const PROJECT_PARAMETERS = [
  ['tag', 'tag'],
  ['call', 'call_id'],
] as const

type Search = Readonly<Record<string, string>>

const parametersIn = (search: Search, parameters: readonly (readonly [name: string, parameter: string])[]) =>
  Object.fromEntries(parameters.flatMap(([name, parameter]) => (search[name] ? [[parameter, search[name]]] : [])))

/** The categories that an address names, whatever their case; others are left out. */
export const categoriesIn = (text: string | null | undefined): string[] =>
  (text ?? '')
    .toUpperCase()
    .split(',')
    .map((each) => each.trim())
    .filter((each) => CATEGORIES.some((name) => name === each))

const msIn = (text: string | undefined): number | null => {
  const ms = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(ms) && ms >= 0 ? ms : null
}

/** The latencies that an address names, above one and up to the other, in milliseconds. */
export const latencyIn = ({ above, up_to }: Search): Pick<ResultQuery, 'latency_above' | 'latency_up_to'> => {
  const [least, most] = [msIn(above), msIn(up_to)]
  return { ...(least !== null && { latency_above: least }), ...(most !== null && { latency_up_to: most }) }
}

/** The query that the address of a list of results asks for. */
export const resultQuery = (search: Search, now: number): ResultQuery => {
  const { from, to } = rangeOf(search, true, now)
  const chosen = categoriesIn(search.category)
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { time: to }),
    ...(chosen.length > 0 && { result_category: chosen.join(',') }),
    ...parametersIn(search, PARAMETERS),
    ...latencyIn(search),
  }
}

/** The query of the results of a whole project. */
export const projectResultQuery = (search: Search, now: number): ResultQuery & { tag?: string; call_id?: string } => ({
  ...resultQuery(search, now),
  ...parametersIn(search, PROJECT_PARAMETERS),
})
