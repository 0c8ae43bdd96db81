import { toBase64url } from './base64.ts'

export { isSecretName } from './secret-names.ts'

/** What stands in the place of a secret. Its length tells nothing of the secret's. */
export const MASK = '••••••'

const SHORTEST = 4
const encoder = new TextEncoder()
const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** A percent escape in either case, as RFC 3986 lets it be written. */
const escapeOf = (character: string) =>
  [...encoder.encode(character)]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

/** Each encoder leaves other marks as they are, so every ASCII character but `%` may come plain or escaped. */
const percentForm = (secret: string) =>
  [...secret]
    .map((character) => {
      if (character === '%') return '%25'
      if (character === ' ') return '(?:\\+|%20)'
      if (/[a-z0-9]/i.test(character)) return character
      return (character.codePointAt(0) ?? 0) < 128
        ? `(?:${literally(character)}|${escapeOf(character)})`
        : escapeOf(character)
    })
    .join('')

const jsonForm = (secret: string) => literally(JSON.stringify(secret).slice(1, -1)).replaceAll('\\/', '(?:\\\\)?\\/')

/** The characters of a base64 text that only the secret decides, when `shift` bytes (0 to 2) of a group come before it. */
const base64Core = (secret: Uint8Array, shift: number): string => {
  const shifted = new Uint8Array(secret.length + shift)
  shifted.set(secret, shift)
  const core = toBase64url(shifted).slice(Math.ceil((shift * 8) / 6), Math.floor((shifted.length * 8) / 6))
  return core.replaceAll('-', '[+-]').replaceAll('_', '[/_]')
}

type Span = { from: number; to: number }
const BASE64 = /[A-Za-z0-9+/_-]/

/** The whole base64 text around a part of it: what stands beside the secret's own characters tells some of its bits. */
const widen = (text: string, { from, to }: Span): Span => {
  let [start, end] = [from, to]
  while (start > 0 && BASE64.test(text.charAt(start - 1))) start--
  while (end < text.length && BASE64.test(text.charAt(end))) end++
  while (text.charAt(end) === '=') end++
  return { from: start, to: end }
}

/** Every place where a pattern fits, those that overlap too. */
const spansOf = (pattern: RegExp, text: string): Span[] => {
  const spans: Span[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    spans.push({ from: match.index, to: pattern.lastIndex })
    pattern.lastIndex = match.index + 1
  }
  return spans
}

/** Widens each span that no wider one before it covers: a base64 text may hold a secret many times. */
const widened = (text: string, spans: readonly Span[]): Span[] => {
  const wide: Span[] = []
  for (const span of spans) if (span.to > (wide.at(-1)?.to ?? -1)) wide.push(widen(text, span))
  return wide
}

const either = (patterns: readonly string[]) => new RegExp([...new Set(patterns)].join('|'), 'g')
const plainForms = (secret: string) => either([literally(secret), percentForm(secret), jsonForm(secret)])
const encodedForms = (secret: string) => either([0, 1, 2].map((shift) => base64Core(encoder.encode(secret), shift)))

/**
 * Makes the function that replaces every secret in a text by the mask: as it is, URL-encoded, as JSON writes it, and in
 * base64, alone or within a longer base64 text such as a `Basic` credential. Secrets that overlap are masked together, so
 * that none leaves a rest. Secrets shorter than 4 characters are left alone: they occur by chance everywhere, and
 * a mask at each place where `12` stood would spell them out.
 */
export const masker = (secrets: readonly string[]): ((text: string) => string) => {
  const worth = [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST)
  if (worth.length === 0) return (text) => text
  const forms = worth.map((secret) => ({ plain: plainForms(secret), encoded: encodedForms(secret) }))
  return (text) => {
    const spans = forms.flatMap(({ plain, encoded }) => [
      ...spansOf(plain, text),
      ...widened(text, spansOf(encoded, text)),
    ])
    if (spans.length === 0) return text
    // From the left and longest first; spans that touch or overlap become one mask.
    let masked = ''
    let at = 0
    for (const { from, to } of spans.sort((a, b) => a.from - b.from || b.to - a.to)) {
      if (from > at || masked === '') masked += text.slice(at, from) + MASK
      at = Math.max(at, to)
    }
    return masked + text.slice(at)
  }
}

/** Masks secrets in one text: see `masker`, which is cheaper for several texts with the same secrets. */
export const maskText = (text: string, secrets: readonly string[]): string => masker(secrets)(text)
