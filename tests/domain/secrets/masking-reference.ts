import { MASK } from '../../../src/domain/secrets/masking.ts'

const percentToken =
  /%f[0-4](?:%[89ab][\da-f]){3}|%e[\da-f](?:%[89ab][\da-f]){2}|%[cd][\da-f]%[89ab][\da-f]|%[\da-f]{2}|[\s\S]/gi
const jsonToken = /\\u[\da-f]{4}|\\["\\/bfnrt]|[\s\S]/gi

const percentDecoded = (token: string): string => {
  if (token.length < 3) return token
  try {
    return decodeURIComponent(token).replace(' ', '+')
  } catch {
    return '\uffff'
  }
}
const jsonDecoded = (token: string): string => (token.length < 2 ? token : (JSON.parse(`"${token}"`) as string))

/** The index where a text, decoded from its start, has spelled the whole of a word; -1 if it starts differently. */
const spelledTo = (text: string, word: string, token: RegExp, decoded: (token: string) => string): number => {
  let read = ''
  let at = 0
  for (const part of text.match(token) ?? []) {
    read += decoded(part)
    at += part.length
    if (!word.startsWith(read)) return -1
    if (read === word) return at
  }
  return -1
}

const base64Cores = (secret: string): string[] =>
  [0, 1, 2].map((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)])
    return bytes.toString('base64url').slice(Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })

/** The definition of masking, checked at each place of the text: obviously right, and far too slow. */
export const maskedBySight = (text: string, secrets: readonly string[]): string => {
  const covered = new Set<number>()
  const cover = (from: number, to: number) => {
    for (let at = from; at < to; at++) covered.add(at)
  }
  const parts = text.match(jsonToken) ?? []
  const url = parts.map(jsonDecoded).join('')
  const starts = [0]
  for (const part of parts) starts.push((starts.at(-1) ?? 0) + part.length)
  const folded = text.replaceAll('+', '-').replaceAll('/', '_')
  for (const secret of secrets.filter(({ length }) => length >= 4)) {
    // A URL within a JSON string: percent-encoded first, then escaped.
    for (let at = 0; url !== text && url.includes('%') && at < url.length; at++)
      for (const form of [secret, secret.replaceAll(' ', '+')]) {
        const to = spelledTo(url.slice(at), form, percentToken, percentDecoded)
        cover(starts[at] ?? 0, to < 0 ? 0 : (starts[at + to] ?? 0))
      }
    for (let at = 0; at < text.length; at++) {
      const rest = text.slice(at)
      for (const form of [secret, secret.replaceAll(' ', '+')]) {
        cover(at, rest.startsWith(form) ? at + form.length : at)
        cover(at, at + spelledTo(rest, form, percentToken, percentDecoded))
        cover(at, at + spelledTo(rest, form, jsonToken, jsonDecoded))
      }
      if (base64Cores(secret).some((core) => folded.startsWith(core, at))) {
        const before = /[\w+/-]*$/.exec(text.slice(0, at))?.[0].length ?? 0
        cover(at - before, at + (/^[\w+/-]*=*/.exec(rest)?.[0].length ?? 0))
      }
    }
  }
  let masked = ''
  for (let at = 0; at < text.length; at++)
    if (!covered.has(at)) masked += text[at]
    else if (!covered.has(at - 1)) masked += MASK
  return masked
}
