/** The bytes of an IP address: 4 for IPv4, 16 for IPv6. An IPv4-mapped IPv6 address becomes IPv4. */
export type IpBytes = readonly number[]

/** The addresses that share the first `bits` bits with `base`. */
export type IpBlock = { readonly base: IpBytes; readonly bits: number }

const parseIpv4 = (text: string): IpBytes | null => {
  const parts = text.split('.')
  if (parts.length !== 4) return null
  const bytes: number[] = []
  for (const part of parts) {
    // Some resolvers read a leading zero as octal, others as decimal, so it is rejected.
    if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null
    bytes.push(Number(part))
  }
  return bytes
}

/** Parses a colon-separated list of groups; the last may be an IPv4 address. */
const groupBytes = (text: string): number[] | null => {
  if (text === '') return []
  const groups = text.split(':')
  const bytes: number[] = []
  for (const [index, group] of groups.entries()) {
    if (index === groups.length - 1 && group.includes('.')) {
      const tail = parseIpv4(group)
      if (!tail) return null
      bytes.push(...tail)
    } else if (/^[0-9a-f]{1,4}$/i.test(group)) {
      const value = Number.parseInt(group, 16)
      bytes.push(value >> 8, value & 255)
    } else return null
  }
  return bytes
}

const parseIpv6 = (text: string): IpBytes | null => {
  const sides = text.split('::')
  if (sides.length > 2) return null
  const [head, tail] = sides.map(groupBytes)
  if (!head || tail === null) return null
  if (tail === undefined) return head.length === 16 ? head : null
  // `::` stands for at least one group. An IPv4 address before it would be in the middle of the address.
  if (head.length + tail.length > 14 || sides[0]?.includes('.')) return null
  return [...head, ...new Array<number>(16 - head.length - tail.length).fill(0), ...tail]
}

const startsWith = (bytes: IpBytes, start: IpBytes) => start.every((byte, index) => bytes[index] === byte)
const MAPPED: IpBytes = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]

/** Parses an IPv4 address in dotted decimal or an IPv6 address (RFC 4291); null for anything else, including zone ids. */
export const parseIp = (text: string): IpBytes | null => {
  if (!text.includes(':')) return parseIpv4(text)
  const bytes = parseIpv6(text)
  return bytes && startsWith(bytes, MAPPED) ? bytes.slice(12) : bytes
}

/** Parses `address/bits`, or a single address as a block of one; null for anything else. */
export const parseBlock = (text: string): IpBlock | null => {
  const [address = '', bits, ...more] = text.split('/')
  const base = parseIp(address)
  if (!base || more.length > 0) return null
  if (bits === undefined) return { base, bits: base.length * 8 }
  if (!/^(0|[1-9]\d{0,2})$/.test(bits)) return null
  // An IPv4-mapped base has become IPv4, so its first 96 bits are gone.
  const width = address.includes(':') && base.length === 4 ? Number(bits) - 96 : Number(bits)
  return width >= 0 && width <= base.length * 8 ? { base, bits: width } : null
}

/** Whether an address is in a block; never true across IPv4 and IPv6. */
export const inBlock = (ip: IpBytes, { base, bits }: IpBlock): boolean => {
  if (ip.length !== base.length) return false
  const whole = bits >> 3
  for (let index = 0; index < whole; index++) if (ip[index] !== base[index]) return false
  const rest = bits & 7
  return rest === 0 || (((ip[whole] ?? 0) ^ (base[whole] ?? 0)) & (0xff00 >> rest) & 0xff) === 0
}
