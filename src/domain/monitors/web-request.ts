import type { Argument, PowershellCommand } from '../core/powershell.ts'
import { isMade, isTable, type Table, textOf, type Value } from '../core/powershell-values.ts'

/** Whether a PowerShell command is `Invoke-WebRequest` or `Invoke-RestMethod`, also by their short names. */
export const isWebRequest = ({ name, arguments: given }: PowershellCommand): boolean =>
  /^(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)$/i.test(name) ||
  // In Windows PowerShell, `curl` and `wget` are names of Invoke-WebRequest.
  (/^(?:curl|wget)$/i.test(name) &&
    given.some(
      (one) => 'parameter' in one && /^-(?:Uri|Headers|Method|Body|UseBasicParsing|WebSession)$/i.test(one.parameter),
    ))

/** The words of the curl command that makes the same request, and what it cannot say, in sentences. */
type CurlWords = { readonly words: readonly string[]; readonly notes: readonly string[] }
type Writing = { readonly words: string[]; readonly notes: string[]; readonly parameters: ReadonlyMap<string, Value> }

/** Translates `Invoke-WebRequest` and `Invoke-RestMethod` into the words of a curl command. */
export const curlWordsOf = (given: readonly Argument[]): CurlWords => {
  const parameters = parametersOf(given)
  // Brackets and braces mean themselves there.
  const writing: Writing = { words: ['curl', '--globoff'], notes: [], parameters }
  for (const [name, value] of parameters) {
    const translate = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined
    if (translate) translate(value, writing)
    else writing.notes.push(`-${name.slice(0, 40)} is left out: monitors have no such setting.`)
  }
  if (textOf(parameters.get('maximumredirection') ?? 5) !== '0') writing.words.push('--location')
  return { words: writing.words, notes: writing.notes }
}

/** Parameters without a value of their own. */
const SWITCHES =
  /^(?:usebasicparsing|usedefaultcredentials|skipcertificatecheck|skipheadervalidation|skiphttperrorcheck|disablekeepalive|passthru|resume|allowunencryptedauthentication|preserveauthorizationonredirect|noproxy|verbose)$/

const parametersOf = (given: readonly Argument[]): Map<string, Value> => {
  const parameters = new Map<string, Value>()
  for (let at = 0; at < given.length; at++) {
    const one = given[at]
    if (!one) continue
    if ('parameter' in one) {
      const name = one.parameter.slice(1).toLowerCase()
      const next = given[at + 1]
      const hasValue = next && 'value' in next && !SWITCHES.test(name)
      parameters.set(name, hasValue ? next.value : true)
      if (hasValue) at++
    } else if (isTable(one.value)) {
      for (const [name, value] of one.value.entries) parameters.set(name.toLowerCase(), value)
    } else if (!parameters.has('uri')) parameters.set('uri', one.value)
  }
  return parameters
}

type Translation = (value: Value, writing: Writing) => void
const option =
  (name: string): Translation =>
  (value, { words }) =>
    void words.push(name, textOf(value))
const nothing: Translation = () => undefined
const header = (name: string, value: Value, { words }: Writing): void =>
  void words.push('--header', textOf(value) === '' ? `${name};` : `${name}: ${textOf(value)}`)
const entriesOf = (value: Value): ReadonlyMap<string, Value> => (isTable(value) ? value.entries : new Map())

const METHODS_WITH_QUERY = /^(?:get|head|default)?$/i

const body: Translation = (value, { words, parameters }) => {
  if (isTable(value)) {
    const isQuery = METHODS_WITH_QUERY.test(textOf(parameters.get('method')))
    if (isQuery) words.push('--get')
    for (const [key, each] of value.entries)
      words.push('--data-urlencode', `${encodeURIComponent(key)}=${textOf(each)}`)
  } else if (isMade(value) && value.type === 'get-content') words.push('--data-binary', `@${textOf(value.of[0])}`)
  else words.push('--data-raw', textOf(value))
  // Without a method, the cmdlets send a body with GET.
  if (!isTable(value) && !parameters.has('method')) words.push('--request', 'GET')
}

const form: Translation = (value, { words }) => {
  for (const [key, each] of entriesOf(value))
    for (const one of Array.isArray(each) ? each : [each])
      if (isMade(one) && one.type === 'get-item') words.push('--form', `${key}=@"${textOf(one.of[0])}"`)
      else words.push('--form-string', `${key}=${textOf(one)}`)
}

const cookieOf = (value: Value): string[] =>
  isMade(value) && value.of.length >= 2 ? [`${textOf(value.of[0])}=${textOf(value.of[1])}`] : []

const session: Translation = (value, { words }) => {
  const settings: Table['entries'] = new Map([...entriesOf(value)].map(([key, each]) => [key.toLowerCase(), each]))
  const agent = settings.get('useragent')
  if (agent !== undefined) words.push('--user-agent', textOf(agent))
  const cookies = settings.get('cookies')
  const pairs = (Array.isArray(cookies) ? cookies : []).flatMap((one: Value) => cookieOf(one))
  if (pairs.length > 0) words.push('--cookie', pairs.join('; '))
}

/** Each parameter by its name in small letters. */
const PARAMETERS: Readonly<Record<string, Translation>> = {
  uri: option('--url'),
  method: (value, { words }) => void words.push('--request', textOf(value).toUpperCase()),
  custommethod: option('--request'),
  headers(value, writing) {
    for (const [name, each] of entriesOf(value)) header(name, each, writing)
  },
  contenttype: (value, writing) => header('Content-Type', value, writing),
  body,
  form,
  infile: (value, { words }) => void words.push('--data-binary', `@${textOf(value)}`),
  useragent: option('--user-agent'),
  websession: session,
  timeoutsec: option('--max-time'),
  operationtimeoutseconds: option('--max-time'),
  connectiontimeoutseconds: option('--connect-timeout'),
  token: (value, { words }) => void words.push('--oauth2-bearer', textOf(value)),
  skipcertificatecheck: (_, { words }) => void words.push('--insecure'),
  proxy: option('--proxy'),
  certificate: option('--cert'),
  certificatethumbprint: option('--cert'),
  maximumredirection: nothing,
  authentication: nothing,
  usebasicparsing: nothing,
  outfile: nothing,
  sessionvariable: nothing,
  passthru: nothing,
  skipheadervalidation: nothing,
  skiphttperrorcheck: nothing,
  disablekeepalive: nothing,
  erroraction: nothing,
  verbose: nothing,
  statuscodevariable: nothing,
  responseheadersvariable: nothing,
}
