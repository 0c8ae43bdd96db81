import { largestOf } from '../../domain/core/extremes.ts'

/** Rounds of PBKDF2, and `N · r · p` of scrypt, that opening a key may take: the server does nothing else meanwhile. */
const MOST_ROUNDS = 250_000
/** 1.3.6.1.4.1.11591.4.11 */
const SCRYPT = '2b06010401da47040b'
/** The fault of a key that is not opened, as the rest of a sentence. */
export const SLOW_KEY =
  'must be one private key as PEM that takes at most 250 000 rounds to decrypt: encrypt it with fewer, or not at all. It is stored encrypted.'
const [INTEGER, OID, SEQUENCE] = [0x02, 0x06, 0x30]

type Element = { readonly tag: number; readonly content: Buffer }

/** The elements of a DER encoding, strictly: what other parsers accept besides must not hide a number. Null if it is none. */
const elementsOf = (der: Buffer): Element[] | null => {
  const found: Element[] = []
  for (let at = 0; at < der.length; ) {
    const tag = der[at] ?? 0
    const first = der[at + 1] ?? 0
    const longer = first > 0x80 ? first - 0x80 : 0
    if (first === 0x80 || longer > 4 || at + 2 + longer > der.length) return null
    const length = longer > 0 ? der.readUIntBE(at + 2, longer) : first
    const from = at + 2 + longer
    if (from + length > der.length) return null
    found.push({ tag, content: der.subarray(from, from + length) })
    at = from + length
  }
  return found
}

/** All elements within others, in their order; null if a part is not DER. */
const flat = (der: Buffer, depth = 0): Element[] | null => {
  const own = depth < 10 ? elementsOf(der) : null
  if (!own) return null
  const all: Element[] = []
  for (const element of own) {
    const inner = element.tag === SEQUENCE ? flat(element.content, depth + 1) : [element]
    if (!inner) return null
    for (const each of inner) all.push(each)
  }
  return all
}

const numberIn = (content: Buffer): number => Number(`0x${content.toString('hex') || '0'}`)

const roundsOf = (der: Buffer): number | null => {
  const [info] = elementsOf(der) ?? []
  const [algorithm] = (info && elementsOf(info.content)) ?? []
  const parts = algorithm ? flat(algorithm.content) : null
  if (!parts) return null
  const numbers = parts.filter(({ tag }) => tag === INTEGER).map(({ content }) => numberIn(content))
  const isScrypt = parts.some(({ tag, content }) => tag === OID && content.toString('hex') === SCRYPT)
  return isScrypt ? numbers.slice(0, 3).reduce((product, each) => product * each, 1) : largestOf([0, ...numbers])
}

/**
 * Whether opening a private key with its passphrase takes little time. Whoever made an encrypted key chose how many rounds of a hash it takes,
 * up to hours of them.
 */
export const opensQuickly = (pem: string): boolean => {
  if (!pem.includes('ENCRYPTED PRIVATE KEY')) return true
  const [block, ...others] = [...pem.matchAll(/-----BEGIN ENCRYPTED PRIVATE KEY-----([^-]*)-----END/g)]
  const text = block?.[1] ?? ''
  if (others.length > 0 || pem.split('-----BEGIN').length > 2 || !/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(text)) return false
  const rounds = roundsOf(Buffer.from(text, 'base64'))
  return rounds !== null && rounds <= MOST_ROUNDS
}
