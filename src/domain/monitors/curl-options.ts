/** A data option and its kind. */
export type CurlData = { readonly kind: 'data' | 'raw' | 'urlencode' | 'json'; readonly text: string }

/** The parsed options of a curl command. */
export type CurlOptions = {
  readonly urls: readonly string[]
  readonly method: string | null
  readonly headers: readonly string[]
  readonly data: readonly CurlData[]
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
}
/** Applies an option to the draft, or returns why the command cannot be used. */
type Reading = (value: string, draft: Draft) => Problem | null

const MAX_NOTES = 20
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
const unknownToAgents =
  (name: string): Reading =>
  (_, draft) =>
    noted(draft, `--${name} is ignored: agents do not support it.`)
const unreadable = (what: string, file: string): Problem => ({
  problem: `${what} cannot be read from the file ${file}: put the content into the command.`,
})
const MULTIPART: Problem = {
  problem: 'A multipart form is not supported: put the body itself into the command with --data-raw.',
}
const data =
  (kind: CurlData['kind']): Reading =>
  (text, draft) => {
    const isFile = kind === 'urlencode' ? /^[^=]*@/.test(text) : kind !== 'raw' && text.startsWith('@')
    if (isFile) return unreadable('The body', text.slice(text.indexOf('@') + 1))
    draft.data.push({ kind, text })
    return null
  }
const header: Reading = (line, draft) => {
  if (line.startsWith('@')) return unreadable('Headers', line.slice(1))
  draft.headers.push(line)
  return null
}

const each = (names: string, reading: (name: string) => Reading): Record<string, Reading> =>
  Object.fromEntries(names.split(' ').map((name) => [name, reading(name)]))

/** Options that take a value, by their long names. */
const VALUED: Readonly<Record<string, Reading>> = {
  url: (url, draft) => {
    if (url.length > MAX_URL_LENGTH) return { problem: `The URL must have at most ${MAX_URL_LENGTH} characters.` }
    draft.urls.push(url)
    return null
  },
  request: set('method', (method) => method),
  header,
  data: data('data'),
  'data-ascii': data('data'),
  'data-binary': data('data'),
  'data-raw': data('raw'),
  'data-urlencode': data('urlencode'),
  json: data('json'),
  user: set('user', (user) => user),
  cookie: (cookie, draft) => {
    if (!cookie.includes('=')) return noted(draft, `Cookies are not read from the file ${cookie}.`)
    draft.cookies.push(cookie)
    return null
  },
  'user-agent': set('userAgent', (userAgent) => userAgent),
  referer: set('referer', (referer) => referer.replace(/;auto$/, '')),
  'oauth2-bearer': (token, draft) => header(`Authorization: Bearer ${token}`, draft),
  'max-time': (text, draft) => {
    draft.seconds = Number(text)
    return draft.seconds > 0 ? null : { problem: `--max-time must be a number of seconds, but is “${text}”.` }
  },
  form: () => MULTIPART,
  'form-string': () => MULTIPART,
  'upload-file': (file) => unreadable('The body', file),
  config: (file) => unreadable('Options', file),
  ...each(
    'output write-out cookie-jar connect-timeout retry retry-delay retry-max-time max-redirs dump-header range limit-rate speed-limit speed-time stderr trace trace-ascii keepalive-time expect100-timeout max-filesize',
    () => () => null,
  ),
  ...each(
    'proxy proxy-user cacert capath cert cert-type key key-type pass ciphers tls-max tls13-ciphers interface resolve connect-to dns-servers unix-socket noproxy socks5 socks5-hostname pinnedpubkey aws-sigv4 local-port',
    unknownToAgents,
  ),
}

/** Flags that change the request. All others are ignored. */
const PLAIN: Readonly<Record<string, Reading>> = {
  get: set('isGet', () => true),
  head: set('isHead', () => true),
  insecure: set('isInsecure', () => true),
  location: set('isFollowing', () => true),
  'location-trusted': set('isFollowing', () => true),
  'no-location': set('isFollowing', () => false),
  ...each('digest ntlm negotiate', unknownToAgents),
}

const SHORT = new Map(
  'X request,H header,d data,u user,b cookie,A user-agent,e referer,m max-time,F form,T upload-file,K config,o output,w write-out,c cookie-jar,D dump-header,r range,x proxy,U proxy-user,E cert,y speed-time,Y speed-limit,G get,I head,k insecure,L location'
    .split(',')
    .map((entry): [string, string] => [entry.charAt(0), entry.slice(2)]),
)

const none = (): Draft => ({
  urls: [],
  method: null,
  headers: [],
  data: [],
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
})

/** Options whose value may be as long as the command itself. */
const BODIES = new Set(['data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode', 'json'])

/** An option of a command with its long name and value. */
type Option = { readonly name: string; readonly value: string }

/** Parses the arguments of `curl`. */
export const readCurlOptions = (words: readonly string[]): CurlOptions | Problem => {
  const found = optionsIn(words)
  if ('problem' in found) return found
  const draft = none()
  for (const { name, value } of found) {
    const read = ownOf(VALUED, name) ?? ownOf(PLAIN, name)
    if (value.length > MAX_VALUE_LENGTH && !BODIES.has(name))
      return { problem: `--${name.slice(0, 40)} must have at most ${MAX_VALUE_LENGTH} characters.` }
    const problem = read?.(value, draft) ?? null
    if (problem) return problem
  }
  return draft
}

const ownOf = (table: Readonly<Record<string, Reading>>, name: string): Reading | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The options in order; a URL becomes the option `url`. */
const optionsIn = (words: readonly string[]): Option[] | Problem => {
  const options: Option[] = []
  let isOver = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--' && !isOver) isOver = true
    else if (isOver || !/^-./.test(word)) options.push({ name: 'url', value: word })
    else
      for (const { name, attached } of namesIn(word)) {
        const value = ownOf(VALUED, name) ? (attached ?? words[++at]) : ''
        if (value === undefined) return { problem: `--${name} needs a value, but the command ends there.` }
        options.push({ name, value })
      }
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
    const name = SHORT.get(word.charAt(at))
    if (name === undefined) continue
    if (!ownOf(VALUED, name)) names.push({ name })
    else {
      const attached = word.slice(at + 1)
      names.push({ name, ...(attached !== '' && { attached }) })
      break
    }
  }
  return names
}
