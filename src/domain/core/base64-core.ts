import { toBase64url } from './base64.ts'

/** The characters of a base64url text that only `bytes` decide, when `shift` bytes (0 to 2) of a group come before them. */
export const base64Core = (bytes: Uint8Array, shift: number): string => {
  const shifted = new Uint8Array(bytes.length + shift)
  shifted.set(bytes, shift)
  return toBase64url(shifted).slice(Math.ceil((shift * 8) / 6), Math.floor((shifted.length * 8) / 6))
}

const characters = new Uint8Array(128)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')
  characters[character.charCodeAt(0)] = 1
const isBase64At = (text: string, at: number): boolean => characters[text.charCodeAt(at)] === 1

/** The whole base64 text of either alphabet around an index: what stands beside a secret's own characters tells some of its bits. */
export const base64Around = (text: string, at: number): { from: number; to: number } => {
  let [from, to] = [at, at]
  while (from > 0 && isBase64At(text, from - 1)) from--
  while (isBase64At(text, to)) to++
  while (text.charAt(to) === '=') to++
  return { from, to }
}
