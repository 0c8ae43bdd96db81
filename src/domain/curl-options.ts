/** Data for the body, and how it was given. */
export type CurlData = { readonly kind: 'data' | 'raw' | 'urlencode' | 'json'; readonly text: string }

/** What a curl command asks for, option by option. */
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
  /** What is not taken over, in sentences. */
  readonly notes: readonly string[]
}
type Problem = { readonly problem: string }
/** What an option changes, or why the command cannot be taken over with it. */
type Reading = (value: string, options: CurlOptions) => Partial<CurlOptions> | Problem

const noted = (options: CurlOptions, note: string) => ({ notes: [...options.notes, note] })
const unknownToAgents =
  (name: string): Reading =>
  (_, options) =>
    noted(options, `--${name} is left out: agents do not know it.`)
const unreadable = (what: string, file: string): Problem => ({
  problem: `${what} cannot be read from the file ${file}: write the content into the command.`,
})
const MULTIPART: Problem = {
  problem: 'A multipart form cannot be taken over: write the body itself into the command, with --data-raw.',
}
const data =
  (kind: CurlData['kind']): Reading =>
  (text, options) => {
    const isFile = kind === 'urlencode' ? /^[^=]*@/.test(text) : kind !== 'raw' && text.startsWith('@')
    if (isFile) return unreadable('The body', text.slice(text.indexOf('@') + 1))
    return { data: [...options.data, { kind, text }] }
  }
const header: Reading = (line, options) =>
  line.startsWith('@') ? unreadable('Headers', line.slice(1)) : { headers: [...options.headers, line] }

const each = (names: string, reading: (name: string) => Reading): Record<string, Reading> =>
  Object.fromEntries(names.split(' ').map((name) => [name, reading(name)]))

/** Options that take a value, by their long names. */
const VALUED: Readonly<Record<string, Reading>> = {
  url: (url, options) => ({ urls: [...options.urls, url] }),
  request: (method) => ({ method }),
  header,
  data: data('data'),
  'data-ascii': data('data'),
  'data-binary': data('data'),
  'data-raw': data('raw'),
  'data-urlencode': data('urlencode'),
  json: data('json'),
  user: (user) => ({ user }),
  cookie: (cookie, options) =>
    cookie.includes('=')
      ? { cookies: [...options.cookies, cookie] }
      : noted(options, `Cookies are not read from the file ${cookie}.`),
  'user-agent': (userAgent) => ({ userAgent }),
  referer: (referer) => ({ referer: referer.replace(/;auto$/, '') }),
  'oauth2-bearer': (token, options) => header(`Authorization: Bearer ${token}`, options),
  'max-time': (text) => {
    const seconds = Number(text)
    return seconds > 0 ? { seconds } : { problem: `--max-time must be a number of seconds, but is “${text}”.` }
  },
  form: () => MULTIPART,
  'form-string': () => MULTIPART,
  'upload-file': (file) => unreadable('The body', file),
  config: (file) => unreadable('Options', file),
  ...each(
    'output write-out cookie-jar connect-timeout retry retry-delay retry-max-time max-redirs dump-header range limit-rate speed-limit speed-time stderr trace trace-ascii keepalive-time expect100-timeout max-filesize',
    () => () => ({}),
  ),
  ...each(
    'proxy proxy-user cacert capath cert cert-type key key-type pass ciphers tls-max tls13-ciphers interface resolve connect-to dns-servers unix-socket noproxy socks5 socks5-hostname pinnedpubkey aws-sigv4 local-port',
    unknownToAgents,
  ),
}

/** Options without a value that change the request; any other is of no matter to it. */
const PLAIN: Readonly<Record<string, Reading>> = {
  get: () => ({ isGet: true }),
  head: () => ({ isHead: true }),
  insecure: () => ({ isInsecure: true }),
  location: () => ({ isFollowing: true }),
  'location-trusted': () => ({ isFollowing: true }),
  'no-location': () => ({ isFollowing: false }),
  ...each('digest ntlm negotiate', unknownToAgents),
}

const SHORT = new Map(
  'X request,H header,d data,u user,b cookie,A user-agent,e referer,m max-time,F form,T upload-file,K config,o output,w write-out,c cookie-jar,D dump-header,r range,x proxy,U proxy-user,E cert,y speed-time,Y speed-limit,G get,I head,k insecure,L location'
    .split(',')
    .map((entry): [string, string] => [entry.charAt(0), entry.slice(2)]),
)

const NONE: CurlOptions = {
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
}

/** An option as it stands in a command: its long name, and its value. */
type Option = { readonly name: string; readonly value: string }

/** Reads the words behind `curl`. */
export const readCurlOptions = (words: readonly string[]): CurlOptions | Problem => {
  const found = optionsIn(words)
  if ('problem' in found) return found
  let options = NONE
  for (const { name, value } of found) {
    const change = (ownOf(VALUED, name) ?? ownOf(PLAIN, name))?.(value, options) ?? {}
    if ('problem' in change) return change
    options = { ...options, ...change }
  }
  return options
}

const ownOf = (table: Readonly<Record<string, Reading>>, name: string): Reading | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The options in their order; an address is the option `url`. */
const optionsIn = (words: readonly string[]): Option[] | Problem => {
  const options: Option[] = []
  const rest = [...words]
  let isOver = false
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--' && !isOver) isOver = true
    else if (isOver || !/^-./.test(word)) options.push({ name: 'url', value: word })
    else
      for (const { name, attached } of namesIn(word)) {
        const value = ownOf(VALUED, name) ? (attached ?? rest.shift()) : ''
        if (value === undefined) return { problem: `--${name} needs a value, but the command ends there.` }
        options.push({ name, value })
      }
  }
  return options
}

/** The options that one word names: `--name`, `--name=value`, or letters such as `-sXPOST`, of which one that takes a value ends the word. */
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
