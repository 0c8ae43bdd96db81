import { TIMEOUT_SECONDS } from '../../contract/monitors/monitors.ts'
import { shellWord, shellWords } from '../core/shell-words.ts'
import { readCurlOptions } from './curl-options.ts'
import { type CurlReading, type CurlRequest, fromCurlOptions, type Pair } from './curl-request.ts'
import { METHODS } from './monitor-rules.ts'

/** Parses a curl command like a shell and curl would. Nothing is run, and no file is read. */
export const requestOfCurl = (command: string): CurlReading => {
  const cut = shellWords(command)
  if ('problem' in cut) return cut
  const words = cut.words[0] === '$' || cut.words[0] === '%' ? cut.words.slice(1) : cut.words
  if (!/^(?:.*[/\\])?curl(?:\.exe)?$/i.test(words[0] ?? ''))
    return { problem: 'The text must be a curl command that starts with “curl”.' }
  const options = readCurlOptions(words.slice(1))
  return 'problem' in options ? options : fromCurlOptions(options)
}

/** The parts of a request that `curlOf` needs; missing ones get the defaults of a monitor. */
export type RequestToWrite = Pick<CurlRequest, 'method' | 'url'> & Partial<CurlRequest>

/** Formats a request as a curl command for a POSIX shell, one option per line. `requestOfCurl` parses it back. */
export const curlOf = (request: RequestToWrite): string => {
  const { method, headers = [], body = null, follow_redirects = false, verify_tls = true } = request
  const url = withParameters(request.url, request.parameters ?? [])
  const seconds = request.timeout_seconds ?? TIMEOUT_SECONDS.usual
  const hasType = headers.some(({ key }) => key.toLowerCase() === 'content-type')
  const sent = body !== null && !hasType ? [...headers, { key: 'Content-Type', value: 'application/json' }] : headers
  return [
    `curl ${shellWord(url)}`,
    ...methodOption(method, body),
    ...sent.map(({ key, value }) => `--header ${shellWord(value === '' ? `${key};` : `${key}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${shellWord(body)}`]),
    // curl would read brackets and braces as patterns.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(follow_redirects ? ['--location'] : []),
    ...(verify_tls ? [] : ['--insecure']),
    ...(seconds === TIMEOUT_SECONDS.usual ? [] : [`--max-time ${seconds}`]),
  ].join(' \\\n  ')
}

const methodOption = (method: string, body: string | null): string[] => {
  if (method === 'HEAD' && body === null) return ['--head']
  return method === (body === null ? 'GET' : 'POST') ? [] : [`--request ${shellWord(method)}`]
}

const withParameters = (url: string, parameters: readonly Pair[]): string => {
  if (parameters.length === 0) return url
  const query = parameters.map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')
  const [address = '', ...fragment] = url.split('#')
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return [`${address}${joint}${query}`, ...fragment].join('#')
}

/** Default name for a monitor of a request: its method, host and path. */
export const nameOfRequest = ({ method, url }: Pick<CurlRequest, 'method' | 'url'>): string =>
  `${METHODS.includes(method as (typeof METHODS)[number]) ? method : 'Call'} ${url.replace(/^[a-z]+:\/\//i, '').replace(/[?#].*$/s, '')}`.slice(
    0,
    400,
  )
