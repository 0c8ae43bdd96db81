import { StartProblem } from './start-problem.ts'

/** Hosts that browsers trust without https: https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy */
const LOOPBACK = /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether browsers offer at this URL what a sign-in needs (a secure context). */
const isSecure = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || LOOPBACK.test(hostname)

/** The host of a URL that reaches a server which listens on `host`; `anywhere` is the machine itself. */
export const reachableHost = (host: string, anywhere: string): string => {
  if (host === '0.0.0.0' || host === '::') return anywhere
  return host.includes(':') ? `[${host}]` : host
}

/** The URL of a server without `SONDE_URL`. */
export const ownUrl = (host: string, port: number): string =>
  `http://${host === '127.0.0.1' ? 'localhost' : reachableHost(host, 'localhost')}:${port}`

/** Reads `SONDE_URL`, or derives the URL from where the server listens; the log says if nobody can sign in there. */
export const publicUrlOf = (
  text: string | null,
  listening: { host: string; port: number },
  log: (line: string) => void,
): string => {
  if (text !== null) return givenUrl(text)
  const url = ownUrl(listening.host, listening.port)
  if (URL.canParse(url) && !isSecure(new URL(url)))
    log(
      `Browsers let nobody sign in at ${url}, because it is neither https nor localhost: set SONDE_URL to an https URL that leads here.`,
    )
  return url
}

const givenUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw new StartProblem(
      `SONDE_URL must be an http or https URL such as https://sonde.example.com, but is “${text}”.`,
    )
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new StartProblem(`SONDE_URL must have only a scheme, host and port, without a path, but is “${text}”.`)
  if (!isSecure(url))
    throw new StartProblem(
      `SONDE_URL must be https, or http at localhost, because browsers let nobody sign in elsewhere, but is “${text}”.`,
    )
  return url.origin
}
