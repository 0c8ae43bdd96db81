const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]))

/** Encodes bytes as base64url without padding (RFC 4648 section 5). */
export const toBase64url = (bytes: Uint8Array): string => {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0x3fff
    bits += 8
    while (bits >= 6) {
      bits -= 6
      text += ALPHABET[(held >> bits) & 63]
    }
  }
  return bits > 0 ? text + ALPHABET[(held << (6 - bits)) & 63] : text
}

/** Decodes base64url without padding; null for any text that `toBase64url` would not produce. */
export const fromBase64url = (text: string): Uint8Array | null => {
  if (text.length % 4 === 1) return null
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8))
  let held = 0
  let bits = 0
  let at = 0
  for (const character of text) {
    const value = VALUES.get(character)
    if (value === undefined) return null
    held = ((held << 6) | value) & 0x3fff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[at++] = (held >> bits) & 255
    }
  }
  return (held & ((1 << bits) - 1)) === 0 ? bytes : null
}

/** Encodes bytes as base64 with padding (RFC 4648 section 4). */
export const toBase64 = (bytes: Uint8Array): string => {
  const text = toBase64url(bytes).replaceAll('-', '+').replaceAll('_', '/')
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}
