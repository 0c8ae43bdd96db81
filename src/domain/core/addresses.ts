import { type IpBlock, type IpBytes, inBlock, parseBlock, parseIp } from './ip-address.ts'
import { isWebAddress } from './web-address.ts'

/** An operator's exception for calls to an address that is not public: a host name or a block of addresses, at one port or any. */
export type AllowRule =
  | { readonly host: string; readonly port: number | null }
  | { readonly block: IpBlock; readonly port: number | null }

const blocks = (list: string): IpBlock[] =>
  list
    .trim()
    .split(/\s+/)
    .map((text) => {
      const block = parseBlock(text)
      if (!block) throw new Error(`${text} is not a block of addresses`)
      return block
    })
const [NAT64, SIX_TO_FOUR, TEREDO, GLOBAL_UNICAST] = ['64:ff9b::/96', '2002::/16', '2001::/32', '2000::/3'].map(
  (text) => blocks(text)[0] ?? { base: [], bits: 0 },
)

// IANA special-purpose address registries (IPv4, IPv6) and multicast. The few addresses within 192.0.0.0/24 and
// 2001::/23 that the registries call global are anycast services of networks, not targets, so they stay blocked.
const NOT_PUBLIC_4 = blocks(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`)
const NOT_PUBLIC_6 = blocks('2001::/23 2001:db8::/32 3fff::/20')

const within = (ip: IpBytes, block: IpBlock | undefined) => block !== undefined && inBlock(ip, block)

const isPublicIp = (ip: IpBytes): boolean => {
  if (ip.length === 4) return !NOT_PUBLIC_4.some((block) => inBlock(ip, block))
  // An address that embeds an IPv4 address leads there through a gateway, so the embedded address decides.
  if (within(ip, NAT64)) return isPublicIp(ip.slice(12))
  if (within(ip, SIX_TO_FOUR)) return isPublicIp(ip.slice(2, 6))
  // RFC 4380: the server's address is plain, the client's has every bit inverted.
  if (within(ip, TEREDO)) return isPublicIp(ip.slice(4, 8)) && isPublicIp(ip.slice(12).map((byte) => byte ^ 255))
  return within(ip, GLOBAL_UNICAST) && !NOT_PUBLIC_6.some((block) => inBlock(ip, block))
}

/**
 * Whether an address is on the public internet. False for everything the IANA registries reserve (loopback, link-local, private,
 * shared, documentation, benchmarking, multicast), for addresses that embed such an address, and for invalid addresses.
 */
export const isPublicAddress = (ip: string): boolean => {
  const bytes = parseIp(ip)
  return bytes !== null && isPublicIp(bytes)
}

const portOf = (text: string, entry: string): number => {
  const port = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65535) throw new Error(`"${entry}" does not end in a port from 1 to 65535.`)
  return port
}

const plainHost = (host: string) =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

const parseEntry = (entry: string): AllowRule => {
  if (entry.includes('://')) throw new Error(`"${entry}" has a scheme; list hosts without one, such as 10.0.0.5:8080.`)
  const bracketed = /^\[([^\]]*)\](?::(.*))?$/.exec(entry)
  const colons = entry.split(':').length - 1
  const plain = colons === 1 ? /^([^:]*):(.*)$/.exec(entry) : null
  const name = bracketed?.[1] ?? plain?.[1] ?? entry
  const portText = bracketed ? bracketed[2] : plain?.[2]
  const port = portText === undefined ? null : portOf(portText, entry)
  const block = parseBlock(name)
  if (block) return { block, port }
  const host = plainHost(name)
  const labels = host.split('.')
  const isName = host.length <= 253 && labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  // A last label of digits is a malformed IP address, never a name (URL standard, "ends in a number").
  if (bracketed || !isName || /^\d+$/.test(labels.at(-1) ?? ''))
    throw new Error(
      `"${entry}" is not a host name, an IP address or a block such as 10.0.0.0/8, with or without a port.`,
    )
  return { host, port }
}

/**
 * Parses a comma-separated list of hosts, addresses and blocks, each with an optional port: `localhost:8080, 10.0.0.0/8, [::1]:443`.
 * @throws Error with a sentence that names the bad entry.
 */
export const parseAllowed = (list: string): AllowRule[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseEntry)

/** Whether a call may connect to `ip`, which `host` resolved to: it is public, or a rule allows it. */
export const mayReach = (
  rules: readonly AllowRule[],
  to: { readonly host: string; readonly ip: string; readonly port: number },
): boolean => {
  const ip = parseIp(to.ip)
  if (ip === null) return false
  if (isPublicIp(ip)) return true
  const host = plainHost(to.host)
  return rules.some(
    (rule) =>
      (rule.port === null || rule.port === to.port) && ('host' in rule ? rule.host === host : inBlock(ip, rule.block)),
  )
}

/** The addresses that a host leads to whatever a name server says: its own, or this machine's; none for other names. */
const fixedAddresses = (host: string): string[] => {
  if (parseIp(host) !== null) return [host]
  return host === 'localhost' || host.endsWith('.localhost') ? ['127.0.0.1', '::1'] : []
}

/**
 * The host of a URL that no call of the server can ever reach, because it is an address that is not public and no rule allows it; null
 * for every other URL. A name may lead elsewhere tomorrow, so it is judged when it is used.
 */
export const unreachableHost = (rules: readonly AllowRule[], url: string): string | null => {
  if (!isWebAddress(url)) return null
  const { hostname, port, protocol } = new URL(url)
  const host = plainHost(hostname)
  const at = Number(port || (protocol === 'https:' ? 443 : 80))
  const fixed = fixedAddresses(host)
  return fixed.length > 0 && !fixed.some((ip) => mayReach(rules, { host, ip, port: at })) ? host : null
}
