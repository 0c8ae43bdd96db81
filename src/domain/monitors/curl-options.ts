import type { CommandInput } from '../core/command-lines.ts'
import { withoutBytes } from './curl-bytes.ts'
import { IGNORED, NOT_KEPT, SHORT_NAMES, TAKES_VALUE } from './curl-option-names.ts'
import { type CurlPart, formParts } from './curl-parts.ts'

/** Content of a data option: text, or bytes as base64, or the name of a file. */
export type CurlContent = { readonly text: string } | { readonly base64: string } | { readonly file: string }
/** A data option and its kind. */
export type CurlData = { readonly kind: 'data' | 'urlencode' | 'json'; readonly content: CurlContent }

/** The parsed options of a curl command. */
export type CurlOptions = {
  readonly urls: readonly string[]
  readonly queries: readonly string[]
  readonly method: string | null
  readonly headers: readonly string[]
  readonly data: readonly CurlData[]
  readonly parts: readonly CurlPart[]
  readonly upload: CurlContent | null
  readonly user: string | null
  readonly cookies: readonly string[]
  readonly userAgent: string | null
  readonly referer: string | null
  readonly isGet: boolean
  readonly isHead: boolean
  readonly isInsecure: boolean
  readonly isFollowing: boolean
  readonly seconds: number | null
  /** Options that are not taken over, in sentences. */
  readonly notes: readonly string[]
}
type Problem = { readonly problem: string }
/** Options parsed so far. Lists are extended in place, because a command may contain thousands of items. */
type Draft = {
  -readonly [Key in keyof CurlOptions]: CurlOptions[Key] extends readonly (infer Item)[] ? Item[] : CurlOptions[Key]
} & { readonly input: CommandInput | null }
/** Applies an option to the draft, or returns why the command cannot be used. */
type Reading = (value: string, draft: Draft) => Problem | null

/** Maximum number of notes about a command. */
export const MAX_NOTES = 20
/** Limits of a monitor's URL and header values. Only a body may be longer. */
const MAX_URL_LENGTH = 8_192
const MAX_VALUE_LENGTH = 65_536

const noted = (draft: Draft, note: string): null => {
  if (draft.notes.length < MAX_NOTES && !draft.notes.includes(note)) draft.notes.push(note)
  return null
}
const set =
  <Key extends keyof Draft>(key: Key, from: (value: string) => Draft[Key]): Reading =>
  (value, draft) => {
    draft[key] = from(value)
    return null
  }

const fileOf = (file: string, input: CommandInput | null): CurlContent =>
  file === '-' && input !== null ? input : { file: file === '-' ? 'standard input' : file }

/** Content of an option whose value may name a file by `@`. curl drops line breaks of a file that it sends as form data. */
const contentOf = (value: string, { input }: Draft, dropsLines: boolean): CurlContent => {
  if (!value.startsWith('@')) return { text: value }
  const content = fileOf(value.slice(1), input)
  return dropsLines && 'text' in content ? { text: content.text.replace(/[\r\n\0]/g, '') } : content
}
const data =
  (kind: CurlData['kind'], how: 'form' | 'file' | 'raw'): Reading =>
  (value, draft) => {
    const content = how === 'raw' ? { text: value } : contentOf(value, draft, how === 'form')
    draft.data.push({ kind, content })
    return null
  }

/** `--data-urlencode` and `--url-query` take `content`, `=content`, `name=content`, `@file` and `name@file`. */
const encodedPair = (value: string, draft: Draft): string | null => {
  const [, name = '', mark, content = ''] = /^([^=@]*)([=@])(.*)$/s.exec(value) ?? []
  if (mark === undefined) return percentEncoded(value)
  const prefix = name === '' ? '' : `${name}=`
  if (mark === '=') return prefix + percentEncoded(content)
  const found = fileOf(content, draft.input)
  if ('text' in found) return prefix + percentEncoded(found.text)
  noted(draft, `The data in the file ${content} is left out: add it to the ${draft.isGet ? 'URL' : 'body'}.`)
  return null
}
const percentEncoded = (text: string): string =>
  encodeURIComponent(withoutBytes(text)).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const header: Reading = (line, draft) => {
  if (line.startsWith('@')) return noted(draft, `The headers in the file ${line.slice(1)} are left out: add them.`)
  draft.headers.push(line)
  return null
}

const url: Reading = (value, draft) => {
  if (value.length > MAX_URL_LENGTH) return { problem: `The URL must have at most ${MAX_URL_LENGTH} characters.` }
  draft.urls.push(value)
  return null
}

/** Options that change the request, by their long names. */
const READINGS: Readonly<Record<string, Reading>> = {
  url,
  'url-query'(value, draft) {
    const pair = value.startsWith('+') ? value.slice(1) : encodedPair(value, draft)
    if (pair !== null) draft.queries.push(pair)
    return null
  },
  request: set('method', (method) => method),
  header,
  data: data('data', 'form'),
  'data-ascii': data('data', 'form'),
  'data-binary': data('data', 'file'),
  'data-raw': data('data', 'raw'),
  'data-urlencode'(value, draft) {
    const text = encodedPair(value, draft)
    if (text !== null) draft.data.push({ kind: 'urlencode', content: { text } })
    return null
  },
  json: data('json', 'file'),
  form(value, draft) {
    const { parts, notes } = formParts(value)
    for (const part of parts) draft.parts.push(part)
    for (const note of notes) noted(draft, note)
    return null
  },
  'form-string'(value, draft) {
    const equals = value.indexOf('=')
    if (equals < 1) return noted(draft, `The form field “${value.slice(0, 100)}” is left out: it must have a name.`)
    draft.parts.push({ name: value.slice(0, equals), value: value.slice(equals + 1) })
    return null
  },
  'upload-file': (value, draft) => {
    draft.upload = value === '.' ? fileOf('-', draft.input) : fileOf(value, draft.input)
    return null
  },
  user: set('user', (user) => user),
  cookie(cookie, draft) {
    if (!cookie.includes('=')) return noted(draft, `Cookies are not read from the file ${cookie}.`)
    draft.cookies.push(cookie)
    return null
  },
  'user-agent': set('userAgent', (userAgent) => userAgent),
  referer: set('referer', (referer) => referer.replace(/;auto$/, '')),
  range: (range, draft) => header(`Range: bytes=${range}`, draft),
  'oauth2-bearer': (token, draft) => header(`Authorization: Bearer ${token}`, draft),
  'max-time'(text, draft) {
    const seconds = Number(text)
    if (!(seconds > 0)) return noted(draft, `--max-time must be a number of seconds, but is “${text}”.`)
    draft.seconds = seconds
    return null
  },
  config: (file, draft) => noted(draft, `The options in the file ${file} are left out.`),
  get: set('isGet', () => true),
  head: set('isHead', () => true),
  insecure: set('isInsecure', () => true),
  location: set('isFollowing', () => true),
  'location-trusted': set('isFollowing', () => true),
  'no-location': set('isFollowing', () => false),
  'no-insecure': set('isInsecure', () => false),
  'no-head': set('isHead', () => false),
  'no-get': set('isGet', () => false),
}

const none = (input: CommandInput | null): Draft => ({
  urls: [],
  queries: [],
  method: null,
  headers: [],
  data: [],
  parts: [],
  upload: null,
  user: null,
  cookies: [],
  userAgent: null,
  referer: null,
  isGet: false,
  isHead: false,
  isInsecure: false,
  isFollowing: false,
  seconds: null,
  notes: [],
  input,
})

/** Options whose value may be as long as the command itself. */
const BODIES = new Set([
  'data',
  'data-ascii',
  'data-binary',
  'data-raw',
  'data-urlencode',
  'json',
  'form',
  'form-string',
])

/** Parses the arguments of `curl`, and what it reads from its standard input. */
export const readCurlOptions = (words: readonly string[], input: CommandInput | null): CurlOptions | Problem => {
  const draft = none(input)
  for (const { name, value } of optionsIn(words)) {
    if (value === undefined) {
      noted(draft, `--${name} needs a value, but the command ends there.`)
      continue
    }
    if (value.length > MAX_VALUE_LENGTH && !BODIES.has(name) && name !== 'url')
      return { problem: `--${name.slice(0, 40)} must have at most ${MAX_VALUE_LENGTH} characters.` }
    if (name === 'next') {
      noted(draft, 'Only the request before --next is used.')
      break
    }
    const read = Object.hasOwn(READINGS, name) ? READINGS[name] : undefined
    const problem = read ? read(BODIES.has(name) ? value : withoutBytes(value), draft) : noteOf(name, draft)
    if (problem) return problem
  }
  return draft
}

/** Options that are not kept are named; those that only concern curl's own output are not worth a sentence. */
const noteOf = (name: string, draft: Draft): null => {
  if (IGNORED.has(name) || IGNORED.has(name.replace(/^no-/, ''))) return null
  const why = NOT_KEPT.get(name)
  if (why !== undefined) return noted(draft, `--${name} is ignored: ${why}.`)
  return noted(draft, `--${name.slice(0, 40)} is ignored: it is no option of curl that is known here.`)
}

/** An option of a command with its long name; without a value where the command ends before it. */
type Option = { readonly name: string; readonly value: string | undefined }

/** The options in order; a URL becomes the option `url`. */
const optionsIn = (words: readonly string[]): Option[] => {
  const options: Option[] = []
  let isOver = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--' && !isOver) isOver = true
    else if (isOver || !/^-./.test(word)) options.push({ name: 'url', value: word })
    else
      for (const { name, attached } of namesIn(word))
        options.push({ name, value: TAKES_VALUE.has(name) ? (attached ?? words[++at]) : '' })
  }
  return options
}

/** The options in one argument: `--name`, `--name=value`, or letters such as `-sXPOST`. A letter that takes a value ends the argument. */
const namesIn = (word: string): { name: string; attached?: string }[] => {
  if (word.startsWith('--')) {
    const [, name = '', attached] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? []
    return [{ name, ...(attached !== undefined && { attached }) }]
  }
  const names = []
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at)
    const name = SHORT_NAMES.get(letter) ?? letter
    if (!TAKES_VALUE.has(name)) names.push({ name })
    else {
      const attached = word.slice(at + 1)
      names.push({ name, ...(attached !== '' && { attached }) })
      break
    }
  }
  return names
}
