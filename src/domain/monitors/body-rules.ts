import type { Shape } from '../../contract/core/endpoint.ts'
import type { requestPart } from '../../contract/monitors/body.ts'
import { isHeaderName, isHeaderValue } from '../core/header-rules.ts'
import { hasPlaceholder } from '../core/placeholders.ts'
import { type Problem, problem } from '../core/problem.ts'

export type RequestPart = Shape<typeof requestPart>

/** The fields of a request that make its body. */
export type RequestBody = {
  readonly body?: string | null
  readonly body_encoding?: 'text' | 'base64'
  readonly parts?: readonly RequestPart[]
  readonly file_id?: string | null
}

/** Whether a part is a stored file, or a file that is still to be chosen. */
export const isFilePart = ({ value, file_id }: RequestPart): boolean => file_id != null || value == null

/** The ids of the stored files that a body names. */
export const fileIdsOf = ({ parts = [], file_id = null }: RequestBody): string[] => [
  ...new Set([...parts.flatMap((part) => part.file_id ?? []), ...(file_id === null ? [] : [file_id])]),
]

/** The texts of a part that may contain placeholders. */
export const textsOfPart = ({ name, value, file_name, content_type }: RequestPart): string[] =>
  [name, value, file_name, content_type].filter((text) => text != null)

/** Whether a text is base64 with padding; line breaks and spaces between its characters are allowed. */
const isBase64 = (text: string): boolean => {
  const plain = text.replace(/\s+/g, '')
  return plain.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(plain)
}

const isMediaType = (text: string): boolean => {
  const [type = '', subtype = ''] = (text.split(';')[0] ?? '').trim().split('/')
  return isHeaderValue(text) && isHeaderName(type) && isHeaderName(subtype)
}

const partProblems = (part: RequestPart, index: number): Problem[] => {
  const at = `request.parts[${index}]`
  const problems: Problem[] = []
  const { name, value, file_id, file_name, content_type } = part
  if (name === '') problems.push(problem(`${at}.name`, 'required', 'must be the name of a form field.'))
  if (value != null && file_id != null)
    problems.push(
      problem(`${at}.file_id`, 'forbidden', 'must be absent where the part has a value: a part is text or a file.'),
    )
  if (value == null && file_id == null) {
    const what = file_name || name
    problems.push(problem(`${at}.file_id`, 'required', `must be a stored file${what && `: choose one for ${what}`}.`))
  }
  if (part.secret && isFilePart(part))
    problems.push(problem(`${at}.secret`, 'forbidden', 'must be false for a file: only text is kept as a secret.'))
  if (file_name != null && !isHeaderValue(file_name))
    problems.push(problem(`${at}.file_name`, 'invalid', 'must not contain a line break or NUL.'))
  if (content_type && !hasPlaceholder(content_type) && !isMediaType(content_type))
    problems.push(problem(`${at}.content_type`, 'invalid', 'must be a media type such as image/png.'))
  return problems
}

const notBase64 = problem('request.body', 'invalid', 'must be base64, with padding.')

/** The field error of a body that is not in its encoding; null if it is. */
export const encodingProblem = ({ body, body_encoding }: RequestBody): Problem | null =>
  body_encoding === 'base64' && body != null && !isBase64(body) ? notBase64 : null

/** Field errors of a request's body. Absent fields are not checked. */
export const bodyProblems = (request: RequestBody): Problem[] => {
  const { body, parts = [], file_id } = request
  const problems = parts.flatMap(partProblems)
  const encoding = encodingProblem(request)
  if (encoding) problems.push(encoding)
  if (parts.length > 0 && body != null)
    problems.push(problem('request.parts', 'forbidden', 'must be empty where request.body is set: there is one body.'))
  if (file_id != null && (body != null || parts.length > 0)) {
    const other = body != null ? 'request.body' : 'request.parts'
    problems.push(problem('request.file_id', 'forbidden', `must be absent where ${other} is set: there is one body.`))
  }
  return problems
}

/**
 * Adds to a change of a body what it implies: a body of one kind replaces that of another kind, unless the change names both.
 */
export const withOneBody = <Change extends RequestBody>(change: Change): Change => {
  const { body, parts = [], file_id } = change
  const kind = body != null ? 'body' : parts.length > 0 ? 'parts' : file_id != null ? 'file_id' : null
  if (kind === null) return change
  return { ...(kind === 'body' ? { parts: [], file_id: null } : { body: null, parts: [], file_id: null }), ...change }
}
