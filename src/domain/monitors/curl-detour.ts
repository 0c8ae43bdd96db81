import { placeIn, placeOfUrl } from '../core/detour.ts'

/** An option of curl that leads a call elsewhere than to the host of its URL. */
export type CurlDetour = { readonly option: 'connect-to' | 'resolve'; readonly value: string }

/** A host and a port with a colon before and after the port, and the rest; an IPv6 address is in brackets. */
const HOST_PORT = /^(\[[^\]]*\]|[^:]*):(\d*)(?::(.*))?$/s

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Whether an option is for this host and port: empty ones, and `*` of `--resolve`, are for any. */
const isFor = (host: string, port: string, own: { host: string; port: number } | null): boolean => {
  const isAnyHost = host === '' || host === '*'
  if (own === null) return isAnyHost && port === ''
  return (isAnyHost || placeIn(host)?.host === own.host) && (port === '' || Number(port) === own.port)
}

/** Where one option leads calls to a URL; null where it is for other ones, or cannot be read. */
const placeBy = ({ option, value }: CurlDetour, own: { host: string; port: number } | null): string | null => {
  const [, host = '', port = '', rest = ''] = HOST_PORT.exec(value.replace(/^\+/, '')) ?? []
  if (rest === '' || !isFor(host, port, own)) return null
  if (option === 'resolve') {
    const [address = ''] = rest.split(',')
    return placeIn(address)?.port === null ? address : null
  }
  const [, toHost = '', toPort = ''] = HOST_PORT.exec(rest) ?? []
  const there = toHost === '' ? (own === null ? '' : bracketed(own.host)) : toHost
  const place = toPort === '' ? there : `${there}:${toPort}`
  return (toHost === '' && toPort === '') || placeIn(place) === null ? null : place
}

/**
 * Where `--connect-to HOST1:PORT1:HOST2:PORT2` and `--resolve HOST:PORT:ADDRESS[,ADDRESS]` lead a call to a URL, as `host` or `host:port`: the
 * first that is for its host; null where none is. Options for other hosts are noted.
 */
export const detourOfCurl = (detours: readonly CurlDetour[], url: string, notes: string[]): string | null => {
  const own = URL.canParse(url) ? placeOfUrl(new URL(url)) : null
  let found: string | null = null
  for (const detour of detours) {
    const place = placeBy(detour, own)
    if (place === null)
      notes.push(`--${detour.option} ${detour.value.slice(0, 80)} is left out: it says nothing of the host of the URL.`)
    found ??= place
  }
  return found
}
