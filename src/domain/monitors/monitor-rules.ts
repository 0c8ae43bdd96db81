import type { Shape } from '../../contract/core/endpoint.ts'
import type { pair } from '../../contract/core/wire.ts'
import { TIMEOUT_SECONDS } from '../../contract/monitors/monitors.ts'
import type { DetourFields } from '../core/detour.ts'
import { escapeProblems } from '../core/escape-rules.ts'
import { isHeaderName, isHeaderValue } from '../core/header-rules.ts'
import { isUrlWithVariables } from '../core/placeholders.ts'
import { type Problem, problem } from '../core/problem.ts'
import { tagProblems } from '../core/tag-rules.ts'
import { hasUserInfo } from '../core/web-address.ts'
import { allowedOriginProblems } from '../secrets/secret-origins.ts'
import { bodyProblems, type RequestBody } from './body-rules.ts'
import { detourProblems } from './detour-rules.ts'
import { type GivenUrl, joinedUrl } from './joined-url.ts'
import { methodProblems } from './methods.ts'

type Pair = Shape<typeof pair>

/** A monitor to create, or the fields of one to change. */
export type MonitorDraft = {
  readonly meta?: { readonly name?: string; readonly tags?: readonly string[] }
  readonly request?: {
    readonly method?: string
    readonly url?: GivenUrl
    readonly parameters?: readonly Pair[]
    readonly headers?: readonly Pair[]
    readonly variables?: readonly Pair[]
    readonly allowed_origins?: readonly string[]
    readonly timeout_seconds?: number
  } & DetourFields &
    RequestBody
}

const urlProblems = (url: string): Problem[] => {
  const field = 'request.url'
  if (url.trim() === '') return [problem(field, 'required', 'must be the URL to call.')]
  // Checked before the format: such a URL is well-formed, but its password would show wherever the URL is shown.
  if (hasUserInfo(url))
    return [
      problem(field, 'forbidden', 'must not contain a user name or password: send an Authorization header instead.'),
    ]
  if (isUrlWithVariables(url)) return []
  const says = 'must be a valid URL that starts with http:// or https://, or with a variable such as %%HOST%%.'
  return [problem(field, 'invalid', says)]
}

/** Replaces `{{ name }}`, which is not a valid token, by an example of its value. */
const withExamples = (text: string) => text.replace(/\{\{\s*[A-Za-z]\w*\s*(?:\| *[a-z]+ *)?\}\}/g, 'x')

const headerProblems = (headers: readonly Pair[]): Problem[] =>
  headers.flatMap(({ key, value }, index): Problem[] => {
    const at = `request.headers[${index}]`
    const problems: Problem[] = []
    if (key === '') problems.push(problem(`${at}.key`, 'required', 'must be a header name.'))
    else if (!isHeaderName(withExamples(key)))
      problems.push(problem(`${at}.key`, 'invalid', 'must be a header name, without spaces or separators.'))
    if (!isHeaderValue(value)) problems.push(problem(`${at}.value`, 'invalid', 'must not contain a line break or NUL.'))
    return problems
  })

/** Field errors of a monitor's own variables. */
export const variableProblems = (variables: readonly Pair[], at = 'request.variables'): Problem[] =>
  variables.flatMap(({ key }, index): Problem[] => {
    const field = `${at}[${index}].key`
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(key))
      return [
        problem(
          field,
          key === '' ? 'required' : 'invalid',
          'must be a variable name: letters, digits and underscores, starting with a letter.',
        ),
      ]
    const isKnown = variables.slice(0, index).some((other) => other.key === key)
    return isKnown ? [problem(field, 'duplicate', `must be unique: ${key} exists already.`)] : []
  })

/** The texts of a request in which variables are replaced, with their fields. */
const textsOf = (request: NonNullable<MonitorDraft['request']>): [field: string, text: string | null | undefined][] => {
  const { url, parameters = [], headers = [], body, body_encoding, parts = [] } = request
  const pairs = Object.entries({ parameters, headers }).flatMap(([list, all]) =>
    all.flatMap(({ key, value }, index): [string, string][] => [
      [`request.${list}[${index}].key`, key],
      [`request.${list}[${index}].value`, value],
    ]),
  )
  return [
    ['request.url', url === undefined ? null : joinedUrl(url)],
    ...pairs,
    ['request.body', body_encoding === 'base64' ? null : body],
    ...parts.flatMap((part, index) =>
      (['name', 'value', 'file_name', 'content_type'] as const).map((field): [string, string | null | undefined] => [
        `request.parts[${index}].${field}`,
        part[field],
      ]),
    ),
  ]
}

/** Field errors of a monitor. Absent fields are not checked. */
export const monitorProblems = ({ meta, request }: MonitorDraft): Problem[] => {
  const problems: Problem[] = []
  if (meta?.name?.trim() === '') problems.push(problem('meta.name', 'required', 'must not be empty.'))
  if (meta?.tags) problems.push(...tagProblems('meta.tags', meta.tags))
  if (request?.method !== undefined) problems.push(...methodProblems(request.method, 'request.method'))
  if (request?.url !== undefined) problems.push(...urlProblems(joinedUrl(request.url)))
  if (request?.headers) problems.push(...headerProblems(request.headers))
  if (request?.variables) problems.push(...variableProblems(request.variables))
  if (request) problems.push(...bodyProblems(request), ...escapeProblems(textsOf(request)))
  if (request?.allowed_origins)
    problems.push(...allowedOriginProblems(request.allowed_origins, 'request.allowed_origins'))
  if (request) problems.push(...detourProblems(request))
  const timeout = request?.timeout_seconds
  const { least, most } = TIMEOUT_SECONDS
  if (timeout !== undefined && !(Number.isInteger(timeout) && timeout >= least && timeout <= most))
    problems.push(
      problem('request.timeout_seconds', 'range', `must be a whole number of seconds from ${least} to ${most}.`),
    )
  return problems
}
