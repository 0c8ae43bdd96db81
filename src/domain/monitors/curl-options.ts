import type { CommandInput } from '../core/command-lines.ts'
import { withoutBytes } from './curl-bytes.ts'
import type { CurlDetour } from './curl-detour.ts'
import { REASONS } from './curl-option-names.ts'
import { type CurlPart, formParts } from './curl-parts.ts'
import { type CurlOption, optionsIn } from './curl-words.ts'

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
  readonly bearer: string | null
  /** Ways to sign in other than Basic, by the names of their options. */
  readonly schemes: readonly string[]
  /** Provider, region and service of a signature for AWS. */
  readonly sigv4: string | null
  readonly range: string | null
  /** Scheme of a URL that has none. */
  readonly scheme: string
  readonly cookies: readonly string[]
  readonly userAgent: string | null
  readonly referer: string | null
  readonly isGet: boolean
  readonly isHead: boolean
  readonly isInsecure: boolean
  readonly isFollowing: boolean
  /** Whether brackets and braces in the URL mean themselves. */
  readonly isGlobOff: boolean
  readonly seconds: number | null
  readonly detours: readonly CurlDetour[]
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
type Switch = (isOn: boolean, draft: Draft) => void

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
  const mark = value.includes('=') ? '=' : '@'
  const at = value.indexOf(mark)
  if (at < 0) return percentEncoded(value)
  const content = value.slice(at + 1)
  const prefix = at === 0 ? '' : `${value.slice(0, at)}=`
  if (mark === '=') return prefix + percentEncoded(content)
  const found = fileOf(content, draft.input)
  if ('text' in found) return prefix + percentEncoded(found.text)
  noted(draft, `The data in the file ${content} is left out: add it to the ${draft.isGet ? 'URL' : 'body'}.`)
  return null
}
/** Encodes a text like curl, with `+` for a space. What stands for a variable stays, or it could not be filled in. */
const percentEncoded = (text: string): string =>
  withoutBytes(text)
    .split(/(\{\{ \w{1,100} \}\})/)
    .map((piece, at) => (at % 2 === 1 ? piece : encoded(piece)))
    .join('')
const encoded = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')

const header: Reading = (line, draft) => {
  if (line.startsWith('@')) return noted(draft, `The headers in the file ${line.slice(1)} are left out: add them.`)
  draft.headers.push(line)
  return null
}

const url: Reading = (value, draft) => {
  if (value.startsWith('@')) return noted(draft, `The URLs in the file ${value.slice(1)} are left out.`)
  if (value.length > MAX_URL_LENGTH) return { problem: `The URL must have at most ${MAX_URL_LENGTH} characters.` }
  draft.urls.push(value)
  return null
}

const detour =
  (option: CurlDetour['option']): Reading =>
  (value, draft) => {
    draft.detours.push({ option, value })
    return null
  }

/** Options with a value that change the request, by their long names. */
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
    if (cookie === '') return null
    if (!cookie.includes('=')) return noted(draft, `Cookies are not read from the file ${cookie}.`)
    draft.cookies.push(cookie)
    return null
  },
  'user-agent': set('userAgent', (userAgent) => userAgent),
  referer: set('referer', (referer) => referer.replace(/;auto$/, '')),
  range: set('range', (range) => range),
  'oauth2-bearer': set('bearer', (token) => token),
  'aws-sigv4': set('sigv4', (sigv4) => sigv4),
  'proto-default': set('scheme', (scheme) => scheme.toLowerCase()),
  'max-time'(text, draft) {
    const seconds = Number(text)
    if (!(seconds > 0)) return noted(draft, `--max-time must be a number of seconds, but is “${text}”.`)
    draft.seconds = seconds
    return null
  },
  'connect-to': detour('connect-to'),
  resolve: detour('resolve'),
  config: (file, draft) => noted(draft, `The options in the file ${file} are left out.`),
}

const flip =
  (key: 'isGet' | 'isHead' | 'isInsecure' | 'isFollowing' | 'isGlobOff'): Switch =>
  (isOn, draft) => {
    draft[key] = isOn
  }
const scheme =
  (name: string): Switch =>
  (isOn, draft) => {
    draft.schemes = draft.schemes.filter((other) => other !== name)
    if (isOn) draft.schemes.push(name)
  }

/** Options without a value that change the request, by their long names. */
const SWITCHES: Readonly<Record<string, Switch>> = {
  get: flip('isGet'),
  head: flip('isHead'),
  insecure: flip('isInsecure'),
  location: flip('isFollowing'),
  follow: flip('isFollowing'),
  'location-trusted'(isOn, draft) {
    draft.isFollowing = isOn
    if (isOn) noted(draft, '--location-trusted is read as --location: agents send no credentials to other hosts.')
  },
  globoff: flip('isGlobOff'),
  digest: scheme('digest'),
  ntlm: scheme('ntlm'),
  'ntlm-wb': scheme('ntlm-wb'),
  negotiate: scheme('negotiate'),
  anyauth: scheme('anyauth'),
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
  bearer: null,
  schemes: [],
  sigv4: null,
  range: null,
  scheme: 'http',
  cookies: [],
  userAgent: null,
  referer: null,
  isGet: false,
  isHead: false,
  isInsecure: false,
  isFollowing: false,
  isGlobOff: false,
  seconds: null,
  detours: [],
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
  for (const option of optionsIn(words)) {
    if ('unknown' in option) {
      noted(draft, aboutUnknown(option))
      continue
    }
    if (option.name === 'next') {
      noted(draft, 'Only the request before --next is used.')
      break
    }
    if (option.note !== undefined) noted(draft, option.note)
    const problem = apply(option, draft)
    if (problem) return problem
  }
  return draft
}

const aboutUnknown = ({ unknown, hasValue }: { unknown: string; hasValue?: boolean }): string =>
  `${unknown.replace(/=.*$/s, '').slice(0, 40)} is ignored: it is no option of curl that is known here${
    hasValue ? ', and the word after it may be its value' : ''
  }.`

const apply = ({ name, value, isOn }: CurlOption, draft: Draft): Problem | null => {
  if (value === undefined) return noted(draft, `--${name} needs a value, but the command ends there.`)
  if (value.length > MAX_VALUE_LENGTH && !BODIES.has(name) && name !== 'url')
    return { problem: `--${name} must have at most ${MAX_VALUE_LENGTH} characters.` }
  const read = Object.hasOwn(READINGS, name) ? READINGS[name] : undefined
  if (read) return read(BODIES.has(name) ? value : withoutBytes(value), draft)
  const change = Object.hasOwn(SWITCHES, name) ? SWITCHES[name] : undefined
  change?.(isOn, draft)
  const why = isOn ? REASONS.get(name) : undefined
  return why === undefined ? null : noted(draft, `--${name} is ignored: ${why}.`)
}
