import { toBase64 } from '../core/base64.ts'

/** A byte that is no UTF-8, as `$'…'` leaves it in a text: a lone surrogate. */
const BYTE = /[\udc80-\udcff]/
const encoder = new TextEncoder()

const isByte = (code: number): boolean => code >= 0xdc80 && code <= 0xdcff
const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

/** Splits a text into runs without such bytes, and the bytes. */
const runs = (text: string): (string | number)[] => {
  const found: (string | number)[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isHigh(code) && at + 1 < text.length) at++
    else if (isByte(code)) {
      if (at > from) found.push(text.slice(from, at))
      found.push(code - 0xdc00)
      from = at + 1
    }
  }
  if (from < text.length) found.push(text.slice(from))
  return found
}

/** The bytes of a text that is no UTF-8, as base64; null for any other text. */
export const bytesIn = (text: string): string | null => {
  if (!BYTE.test(text)) return null
  const pieces = runs(text)
  if (!pieces.some((piece) => typeof piece === 'number')) return null
  return toBase64(
    Uint8Array.from(pieces.flatMap((piece) => (typeof piece === 'number' ? [piece] : [...encoder.encode(piece)]))),
  )
}

/** A text with such bytes as the characters of Latin-1: what it is part of must be text. */
export const withoutBytes = (text: string): string =>
  BYTE.test(text)
    ? runs(text)
        .map((piece) => (typeof piece === 'number' ? String.fromCharCode(piece) : piece))
        .join('')
    : text
