/** The fields of a call that lead it elsewhere than to the host of its address: `host` or `host:port`, and the server name in TLS. */
export type DetourFields = {
  readonly connect_to?: string | null | undefined
  readonly tls_name?: string | null | undefined
}

/** A host, without the brackets of IPv6, and a port if one is given. */
export type Place = { readonly host: string; readonly port: number | null }

/** Where the requests of a call to its own host go instead. */
export type Detour = {
  /** Host and port of the call's address. */
  readonly of: { readonly hostname: string; readonly port: number }
  /** The server that is connected to; null: that of the address. */
  readonly to: Place | null
  /** The server name in TLS, which the certificate has to have; null: that of the address. */
  readonly tlsName: string | null
}

const MAX_PORT = 65_535

/** The host as URLs have it, in lower case and ASCII; null for text that is no host. */
const hostOf = (text: string): string | null => {
  if (text === '' || /[\s/?#@\\:%]/.test(text.replace(/^\[.*\]$/s, ''))) return null
  try {
    return new URL(`http://${text}`).hostname.replace(/^\[(.*)\]$/, '$1')
  } catch {
    return null
  }
}

/** Parses `host`, `host:port` and IPv6 addresses, which need brackets before a port; null for anything else. */
export const placeIn = (text: string): Place | null => {
  const trimmed = text.trim()
  const isBareIpv6 = /^[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*$/i.test(trimmed)
  const [, name = '', digits] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(isBareIpv6 ? `[${trimmed}]` : trimmed) ?? []
  const host = hostOf(name)
  const port = digits === undefined ? null : Number(digits)
  return host === null || (port !== null && (port < 1 || port > MAX_PORT)) ? null : { host, port }
}

/** The server name of a text; null for one that is no host, or has a port. */
export const tlsNameIn = (text: string): string | null => {
  const place = placeIn(text)
  return place?.port === null ? place.host : null
}

/** The host of a URL without the brackets of IPv6, and its port or that of its scheme. */
export const placeOfUrl = (url: URL): { readonly host: string; readonly port: number } => ({
  host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
  port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
})

/** The detour of a call to a URL; null if it takes none. */
export const detourOf = ({ connect_to, tls_name }: DetourFields, url: URL): Detour | null => {
  if (!connect_to && !tls_name) return null
  const { host, port } = placeOfUrl(url)
  return {
    of: { hostname: host, port },
    to: connect_to ? placeIn(connect_to) : null,
    tlsName: tls_name ? tlsNameIn(tls_name) : null,
  }
}

/** Where a request to a URL connects, and the name that it asks for in TLS. A detour is for the host of the call's own address alone. */
export const stationOf = (
  url: URL,
  detour: Detour | null,
): { readonly host: string; readonly port: number; readonly tlsName: string } => {
  const own = placeOfUrl(url)
  if (detour === null || detour.of.hostname !== own.host) return { ...own, tlsName: own.host }
  const { to, tlsName } = detour
  return { host: to?.host ?? own.host, port: to?.port ?? own.port, tlsName: tlsName ?? own.host }
}

/** Whether a detour to one port says nothing of this URL: it leads to another port of the same host. */
export const isBesideDetour = (url: URL, detour: Detour | null): boolean => {
  if (detour === null || detour.to === null || detour.to.port === null) return false
  const { host, port } = placeOfUrl(url)
  return host === detour.of.hostname && port !== detour.of.port
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** The origins that get a request to a URL besides its own: that of the server it connects to, and that of the name in TLS. */
export const originsByDetour = (url: URL, detour: Detour | null): string[] => {
  const { host, port, tlsName } = stationOf(url, detour)
  const own = placeOfUrl(url)
  const originOf = (name: string, at: number) => new URL(`${url.protocol}//${bracketed(name)}:${at}`).origin
  const names = url.protocol === 'https:' ? [originOf(tlsName, own.port)] : []
  return [...new Set([originOf(host, port), ...names])].filter((origin) => origin !== url.origin)
}
