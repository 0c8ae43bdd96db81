import { TIMEOUT_SECONDS } from '../../contract/monitors/monitors.ts'
import { placeIn } from '../core/detour.ts'
import { shellWord } from '../core/shell-words.ts'
import { curlCommandOf } from './curl-commands.ts'
import { MAX_NOTES, readCurlOptions } from './curl-options.ts'
import { type PartToWrite, partOption } from './curl-parts.ts'
import { withQuery } from './curl-query.ts'
import { type CurlReading, type CurlRequest, fromCurlOptions, type Pair } from './curl-request.ts'

/**
 * Parses a curl command like a shell and curl would: of bash, cmd.exe or PowerShell, as browsers copy it and documentation shows it. Nothing
 * is run, and no file is read.
 */
export const requestOfCurl = (command: string): CurlReading => {
  const found = curlCommandOf(command)
  if ('problem' in found) return found
  const options = readCurlOptions(found.words, found.input)
  if ('problem' in options) return options
  return fromCurlOptions({ ...options, notes: [...found.notes, ...options.notes].slice(0, MAX_NOTES) })
}

/** The parts of a request that `curlOf` needs; missing ones get the defaults of a monitor. */
export type RequestToWrite = Pick<CurlRequest, 'method' | 'url'> &
  Partial<Omit<CurlRequest, 'parameters' | 'headers' | 'parts' | 'file_id' | 'body_encoding'>> & {
    readonly parameters?: readonly Pair[] | undefined
    readonly headers?: readonly Pair[] | undefined
    readonly parts?: readonly PartToWrite[] | undefined
    readonly file_id?: string | null | undefined
    readonly body_encoding?: 'text' | 'base64' | null | undefined
  }

/** Formats a request as a curl command for a POSIX shell, one option per line. `requestOfCurl` parses it back. */
export const curlOf = (request: RequestToWrite): string => {
  const { method, headers = [], follow_redirects = false, verify_tls = true, connect_to = null } = request
  const url = withParameters(request.url, request.parameters ?? [])
  const seconds = request.timeout_seconds ?? TIMEOUT_SECONDS.usual
  const { before, options, isMultipart } = bodyOptions(request)
  const hasBody = options.length > 0
  const hasType = isMultipart || headers.some(({ key }) => key.toLowerCase() === 'content-type')
  const sent = hasBody && !hasType ? [...headers, { key: 'Content-Type', value: 'application/json' }] : headers
  return [
    `${before}curl ${shellWord(url)}`,
    ...methodOption(method, hasBody),
    ...sent.map(({ key, value }) => `--header ${shellWord(value === '' ? `${key};` : `${key}: ${value}`)}`),
    ...options,
    // curl would read brackets and braces as patterns.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(follow_redirects ? ['--location'] : []),
    ...(verify_tls ? [] : ['--insecure']),
    ...(connect_to ? [`--connect-to ${shellWord(connectTo(connect_to))}`] : []),
    ...(seconds === TIMEOUT_SECONDS.usual ? [] : [`--max-time ${seconds}`]),
  ].join(' \\\n  ')
}

/** The value of `--connect-to` for any host of the command: `::HOST:PORT`. */
const connectTo = (text: string): string => {
  const { host = '', port = null } = placeIn(text) ?? {}
  return `::${host.includes(':') ? `[${host}]` : host}:${port ?? ''}`
}

/** The options that send a body, and the command before curl that writes bytes to its standard input. */
const bodyOptions = ({
  body = null,
  body_encoding,
  parts,
  file_id = null,
}: RequestToWrite): { before: string; options: string[]; isMultipart: boolean } => {
  if (parts && parts.length > 0)
    return {
      before: '',
      options: parts.map(partOption).map(([name, value]) => `${name} ${shellWord(value)}`),
      isMultipart: true,
    }
  if (body !== null && body_encoding === 'base64')
    return {
      before: `base64 --decode <<< ${shellWord(body)} | `,
      options: ['--data-binary @-'],
      isMultipart: false,
    }
  if (body !== null) return { before: '', options: [`--data-raw ${shellWord(body)}`], isMultipart: false }
  // A stored file has an id; its name is not known here.
  return { before: '', options: file_id === null ? [] : [`--data-binary @${shellWord(file_id)}`], isMultipart: false }
}

const methodOption = (method: string, hasBody: boolean): string[] => {
  if (method === 'HEAD' && !hasBody) return ['--head']
  return method === (hasBody ? 'POST' : 'GET') ? [] : [`--request ${shellWord(method)}`]
}
const withParameters = (url: string, parameters: readonly Pair[]): string => {
  if (parameters.length === 0) return url
  const query = parameters.map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')
  return withQuery(url, query)
}

/** Default name for a monitor of a request: its method, host and path. */
export const nameOfRequest = ({ method, url }: Pick<CurlRequest, 'method' | 'url'>): string =>
  `${method} ${url.replace(/^[a-z]+:\/\//i, '').replace(/[?#].*$/s, '')}`.slice(0, 400)
