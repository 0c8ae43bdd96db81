// The constant of `domain/secrets` would bring its searches along into the recorder, which every page loads.
const MASK = '••••••'
/** Fields that say what happened, and never what somebody typed. */
const TELLING = new Set(['type', 'path', 'field', 'method', 'methods', 'message', 'status'])
const DEEPEST = 6

/** A copy of the data of a form for secrets, in which every text is masked except those that say what happened. */
export const concealed = (value: unknown, name = '', depth = 0): unknown => {
  if (typeof value === 'string') return value === '' || TELLING.has(name) ? value : MASK
  if (typeof value === 'function' || depth === DEEPEST) return undefined
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return { error: value.message }
  if (value instanceof Set) return [...value].map((each) => concealed(each, name, depth + 1))
  if (Array.isArray(value)) return value.map((each) => concealed(each, name, depth + 1))
  if ('sessionId' in value) return undefined
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, concealed(each, key, depth + 1)]))
}

const ONE_TIME_PARAMETER = /"(token|uid|secret|code|code_challenge|state(?=":"[^"]{16}))":"(?:[^"\\]|\\.)*"/g

/** A text that names a request by its parameters, as machines that read do, without those that let somebody in once. */
export const withoutParameters = (text: string): string => text.replace(ONE_TIME_PARAMETER, `"$1":"${MASK}"`)
