import { isHeaderName } from '../core/header-rules.ts'
import { type Problem, problem } from '../core/problem.ts'

/** The methods that forms and lines offer. Calls can use any other, such as PROPFIND, PURGE or QUERY. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** The longest method in the registry has 17 letters (UPDATEREDIRECTREF). */
export const MAX_METHOD_LETTERS = 32

/** Opens a tunnel through a proxy instead of asking for a resource (RFC 9110, 9.3.6). */
const TUNNEL = 'CONNECT'

/**
 * The method as it is sent, in upper case as all registered ones are; null for text that is none. A method is a token (RFC 9110, 9.1), as the
 * name of a header is.
 */
export const methodOf = (text: string): string | null => {
  const method = text.trim().toUpperCase()
  return isHeaderName(method) && method.length <= MAX_METHOD_LETTERS && method !== TUNNEL ? method : null
}

/** Why a text is no method of a call, as the end of a sentence about it. */
export const noMethodSentence = (text: string): string =>
  text.trim().toUpperCase() === TUNNEL
    ? 'must not be CONNECT, which opens a tunnel through a proxy.'
    : `must be an HTTP method such as GET, POST or PROPFIND: one word of at most ${MAX_METHOD_LETTERS} letters.`

/** Field errors of the method of a call. */
export const methodProblems = (text: string, field: string): Problem[] =>
  methodOf(text) === null ? [problem(field, 'invalid', noMethodSentence(text))] : []
