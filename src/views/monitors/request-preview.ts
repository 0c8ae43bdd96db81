import { namesOnlyVariables, placeholdersIn } from '../../domain/core/placeholders.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { isSecretName } from '../../domain/secrets/secret-names.ts'
import type { Pair } from './body-mode.ts'
import { bodyOf, type MonitorForm } from './monitor-form.ts'

const shown = ({ key, value, secret = false }: Pair): string =>
  (secret || isSecretName(key)) && value !== '' && !namesOnlyVariables(value) ? MASK : value

const split = (url: string): { host: string; path: string } => {
  const [, host = '', path = ''] = /^(?:https?:\/\/)?([^/?#]*)([^#]*)/i.exec(url.trim()) ?? []
  return { host, path: path.startsWith('/') ? path : `/${path}` }
}

/** The request as it goes over the wire, secrets masked and placeholders as they stand. */
export const requestPreview = (request: MonitorForm['request']): string => {
  const { host, path } = split(request.url)
  const parameters = request.parameters.filter(({ key, value }) => key !== '' || value !== '')
  const query = parameters.map((pair) => `${pair.key}=${shown(pair)}`).join('&')
  const target = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
  const headers = request.headers.filter(({ key, value }) => key !== '' || value !== '')
  const body = bodyOf(request)
  const typed = body === null || headers.some(({ key }) => key.toLowerCase() === 'content-type')
  return [
    `${request.method} ${target} HTTP/1.1`,
    `host: ${host}`,
    ...headers.map((pair) => `${pair.key.toLowerCase()}: ${shown(pair)}`),
    ...(typed ? [] : ['content-type: application/json']),
    ...(body === null ? [] : ['', body]),
  ].join('\n')
}

/** The variables that a form reads, in the order of their first use. */
export const variablesOf = (request: MonitorForm['request']): string[] => {
  const pairs = [...request.parameters, ...request.headers].flatMap(({ key, value }) => [key, value])
  return placeholdersIn([request.url, ...pairs, bodyOf(request) ?? ''].join('\n'))
}
