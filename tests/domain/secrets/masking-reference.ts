import { MASK } from '../../../src/domain/secrets/masking.ts'

const percentToken =
  /%f[0-4](?:%[89ab][\da-f]){3}|%e[\da-f](?:%[89ab][\da-f]){2}|%[cd][\da-f]%[89ab][\da-f]|%[\da-f]{2}|[\s\S]/gi
const jsonToken = /\\u[\da-f]{4}|\\["\\/bfnrt]|[\s\S]/gi

const htmlToken = /&(?:amp|lt|gt|quot|apos|#\d{1,9}|#x[\da-f]{1,8});|[\s\S]/gi

const percentDecoded = (token: string): string => {
  if (token.length < 3) return token
  try {
    return decodeURIComponent(token).replace(' ', '+')
  } catch {
    return '\uffff'
  }
}
const jsonDecoded = (token: string): string => (token.length < 2 ? token : (JSON.parse(`"${token}"`) as string))

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const htmlDecoded = (token: string): string => {
  if (token.length < 2) return token
  const name = token.slice(1, -1).toLowerCase()
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return named[name] ?? (code > 0x10ffff ? token : String.fromCodePoint(code))
}

/** A text that is read as JSON or HTML, with the index of each of its units in the source. */
type Inner = { text: string; starts: number[] }

const innerOf = (text: string, token: RegExp, decoded: (token: string) => string): Inner => {
  const starts: number[] = []
  let inner = ''
  let at = 0
  for (const part of text.match(token) ?? []) {
    const read = decoded(part)
    // What is no reference stays as it is written.
    for (let unit = 0; unit < read.length; unit++) starts.push(read === part ? at + unit : at)
    inner += read
    at += part.length
  }
  return { text: inner, starts: [...starts, at] }
}

/** All that a text says, read as JSON or HTML once or twice. */
const innersOf = (text: string, layers: number): Inner[] =>
  [innerOf(text, jsonToken, jsonDecoded), innerOf(text, htmlToken, htmlDecoded)].flatMap((inner) => [
    inner,
    ...(layers < 2
      ? []
      : innersOf(inner.text, layers - 1).map((deeper) => ({
          text: deeper.text,
          starts: deeper.starts.map((start) => inner.starts[start] ?? 0),
        }))),
  ])

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
  const inners = innersOf(text, 2)
  const folded = text.replaceAll('+', '-').replaceAll('/', '_')
  for (const secret of secrets.filter(({ length }) => length >= 4)) {
    for (const inner of inners)
      for (let at = 0; at < inner.text.length; at++)
        for (const form of [secret, secret.replaceAll(' ', '+')]) {
          const rest = inner.text.slice(at)
          const plain = rest.startsWith(form) ? form.length : 0
          const read = Math.max(plain, spelledTo(rest, form, percentToken, percentDecoded))
          cover(inner.starts[at] ?? 0, read > 0 ? (inner.starts[at + read] ?? 0) : 0)
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
