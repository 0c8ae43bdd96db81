import { fromBase64url } from '../core/base64.ts'

/** Decodes base64 or base64url, with or without padding and line breaks; null if it is neither. */
export const fromAnyBase64 = (text: string): Uint8Array | null =>
  fromBase64url(text.replace(/\s+/g, '').replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'))

/** The text of UTF-8 bytes; null if they are not valid. */
export const utf8Text = (bytes: Uint8Array): string | null => {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8_192) {
    let part = ''
    for (const byte of bytes.subarray(at, at + 8_192)) part += `%${byte.toString(16).padStart(2, '0')}`
    parts.push(part)
  }
  try {
    return decodeURIComponent(parts.join(''))
  } catch {
    return null
  }
}
