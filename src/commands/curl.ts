type Pair = { readonly key: string; readonly value: string }

/** A request as it is made. */
export type Requested = {
  readonly method: string
  readonly url: string
  readonly parameters?: readonly Pair[]
  readonly headers?: readonly Pair[]
  readonly body?: string | null
}

/** The curl command that makes a request, for a POSIX shell. */
export const curlOf = ({ method, url, parameters = [], headers = [], body }: Requested): string =>
  [
    `curl ${inShell(withParameters(url, parameters))}`,
    ...(method === 'GET' ? [] : [method === 'HEAD' ? '--head' : `--request ${method}`]),
    ...headers.map(({ key, value }) => `--header ${inShell(`${key}: ${value}`)}`),
    ...(body ? [`--data-raw ${inShell(body)}`] : []),
  ].join(' \\\n  ')

const inShell = (text: string): string => `'${text.replace(/'/g, `'\\''`)}'`

const withParameters = (url: string, parameters: readonly Pair[]): string => {
  if (parameters.length === 0) return url
  const query = parameters.map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')
  return `${url}${url.includes('?') ? '&' : '?'}${query}`
}
