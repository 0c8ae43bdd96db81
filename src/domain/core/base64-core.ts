import { toBase64url } from './base64.ts'

/** The base64url characters that depend on `bytes` alone, if `shift` bytes (0 to 2) precede them in their group. */
export const base64Core = (bytes: Uint8Array, shift: number): string => {
  const shifted = new Uint8Array(bytes.length + shift)
  shifted.set(bytes, shift)
  return toBase64url(shifted).slice(Math.ceil((shift * 8) / 6), Math.floor((shifted.length * 8) / 6))
}

const characters = new Uint8Array(128)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')
  characters[character.charCodeAt(0)] = 1
const isBase64At = (text: string, at: number): boolean => characters[text.charCodeAt(at)] === 1

/** The bounds of the base64 text around an index, in either alphabet. Characters next to a secret's own reveal some of its bits. */
export const base64Around = (text: string, at: number): { from: number; to: number } => {
  let [from, to] = [at, at]
  while (from > 0 && isBase64At(text, from - 1)) from--
  while (isBase64At(text, to)) to++
  while (text.charAt(to) === '=') to++
  return { from, to }
}
