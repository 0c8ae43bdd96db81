import type { AnyEndpoint } from '../../contract/core/endpoint.ts'
import type { Problem } from '../../domain/core/problem.ts'
import { flatten } from './definition.ts'

/** Maximum query parameters of a request, more than any endpoint has. */
export const MOST_PARAMETERS = 100

/** Longest parameter name that a refusal quotes. */
const LONGEST_NAME = 100

/** A query as it was sent: a parameter that occurs twice is listed twice. */
export type AskedQuery = readonly (readonly [name: string, text: string])[]

/** Reads the query of an address. */
export const queryOf = (url: string): AskedQuery => [...new URL(url).searchParams]

/** The names that an endpoint takes in its query. */
export const parametersOf = ({ query }: AnyEndpoint): string[] =>
  Object.keys(flatten(query)).map((name) => name.replace(/\?$/, ''))

/**
 * Converts query parameters, which arrive as text, to numbers where the definition says so. A parameter that the endpoint does not know
 * or that occurs twice is a problem, because an answer that ignores it would look as if it had been obeyed; `tolerated` are names that
 * clients add to every request.
 */
export const readQuery = (
  endpoint: AnyEndpoint,
  asked: AskedQuery,
  tolerated: ReadonlySet<string>,
): { query: Record<string, unknown>; problems: Problem[] } => {
  const definition = flatten(endpoint.query)
  const known = new Set(parametersOf(endpoint))
  const query: Record<string, unknown> = {}
  const problems: Problem[] = []
  const seen = new Set<string>()
  for (const [name, text] of asked) {
    if (!known.has(name)) {
      if (!tolerated.has(name) && !seen.has(name)) problems.push(unknownParameter(name, known))
    } else if (seen.has(name))
      problems.push({ field: name, code: 'duplicate', message: `The query parameter ${name} must not occur twice.` })
    else if (text !== '') query[name] = parameterOf(definition[name] ?? definition[`${name}?`], text)
    seen.add(name)
  }
  return { query, problems }
}

const unknownParameter = (name: string, known: ReadonlySet<string>): Problem => {
  const quoted = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name
  const takes = known.size > 0 ? `It takes ${[...known].sort().join(', ')}.` : 'It takes none.'
  return {
    field: quoted,
    code: 'unknown',
    message: `${quoted === '' ? 'A name that is empty' : quoted} is not a query parameter of this endpoint. ${takes}`,
  }
}

const parameterOf = (rule: unknown, text: string): string | number => {
  const number = typeof rule === 'string' && /\bnumber\b/.test(rule) ? Number(text) : Number.NaN
  return Number.isNaN(number) ? text : number
}
