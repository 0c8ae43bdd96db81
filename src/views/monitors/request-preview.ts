import { namesOnlyVariables, placeholdersIn, substitute } from '../../domain/core/placeholders.ts'
import type { ReadingMonitor } from '../../domain/environments/used-variables.ts'
import { GLOBAL } from '../../domain/environments/variable-rules.ts'
import { textsOfPart } from '../../domain/monitors/body-rules.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { isSecretName } from '../../domain/secrets/secret-names.ts'
import type { Pair } from './body-mode.ts'
import { bodyOf, isWrittenPart, type MonitorForm } from './monitor-form.ts'

type Values = Readonly<Record<string, string>>

const isSecret = ({ key, secret = false }: Pair): boolean => secret || isSecretName(key)

/** A value as the preview has it: of a secret one, what stands around its variables alone. */
const shown = (pair: Pair, values: Values): string => {
  const { value } = pair
  if (!isSecret(pair)) return substitute(value, values).text
  if (value === '' || !namesOnlyVariables(value)) return value && MASK
  return substitute(value, Object.fromEntries(Object.keys(values).map((name) => [name, MASK]))).text
}

const split = (url: string): { host: string; path: string } => {
  const [, host = '', path = ''] = /^(?:https?:\/\/)?([^/?#]*)([^#]*)/i.exec(url.trim()) ?? []
  return { host, path: path.startsWith('/') ? path : `/${path}` }
}

type Preview = (request: MonitorForm['request'], values: Values) => string

/** Bodies that are no text, in words. */
const PREVIEWS: Readonly<Partial<Record<MonitorForm['request']['bodyMode'], Preview>>> = {
  multipart: ({ parts }, values) =>
    parts
      .filter(isWrittenPart)
      .map(({ name, value, secret, file_name }) =>
        value == null
          ? `(part ${name}: ${file_name ?? 'a stored file'})`
          : `(part ${name}: ${shown({ key: name, value, ...(secret !== undefined && { secret }) }, values)})`,
      )
      .join('\n'),
  file: () => '(a stored file)',
  binary: ({ binary }) => `(${Math.floor((binary.replace(/[\s=]/g, '').length * 3) / 4)} bytes)`,
}

/** The request as it goes over the wire: secrets masked, and placeholders replaced where their values are given. */
export const requestPreview = (request: MonitorForm['request'], values: Values = {}): string => {
  const filled = (text: string): string => substitute(text, values).text
  const { host, path } = split(filled(request.url))
  const parameters = request.parameters.filter(({ key, value }) => key !== '' || value !== '')
  const query = parameters.map((pair) => `${filled(pair.key)}=${shown(pair, values)}`).join('&')
  const target = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
  const headers = request.headers.filter(({ key, value }) => key !== '' || value !== '')
  const body = bodyOf(request) ?? PREVIEWS[request.bodyMode]?.(request, values) ?? null
  const typed =
    body === null || request.bodyMode in PREVIEWS || headers.some(({ key }) => key.toLowerCase() === 'content-type')
  return [
    `${request.method} ${target} HTTP/1.1`,
    `host: ${host}`,
    ...headers.map((pair) => `${filled(pair.key).toLowerCase()}: ${shown(pair, values)}`),
    ...(typed ? [] : ['content-type: application/json']),
    ...(body === null ? [] : ['', filled(body)]),
  ].join('\n')
}

/** The variables that a form reads, in the order of their first use. */
export const variablesOf = (request: MonitorForm['request']): string[] => {
  const pairs = [...request.parameters, ...request.headers].flatMap(({ key, value }) => [key, value])
  const parts = request.bodyMode === 'multipart' ? request.parts.flatMap(textsOfPart) : []
  return placeholdersIn([request.url, ...pairs, ...parts, bodyOf(request) ?? ''].join('\n'))
}

/** A form's monitor as the search for its variables takes it. */
export const readingOf = ({ meta, request, conditions }: MonitorForm): ReadingMonitor => {
  const isForm = request.bodyMode === 'form'
  return {
    workspace: meta.workspace.trim() || GLOBAL,
    url: request.url,
    parameters: request.parameters,
    headers: request.headers,
    body: isForm ? null : bodyOf(request),
    form: isForm ? request.fields : [],
    variables: request.variables,
    conditions,
  }
}
