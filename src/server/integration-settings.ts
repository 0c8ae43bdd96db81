import { readFileSync } from 'node:fs'
import { type } from 'arktype'
import { StartProblem } from './start-problem.ts'

/** A provider that organizations can connect to. URLs may contain `{domain}` and `{site}`, which a listed domain fills. */
export type IntegrationProvider = {
  readonly id: string
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly clientAuth: 'basic' | 'body' | 'none'
  readonly scopes: readonly string[]
  readonly authorizeUrl: string
  readonly authorizeParams: Readonly<Record<string, string>>
  readonly tokenUrl: string
  readonly revokeUrl: string | null
  readonly testUrl: string | null
  /** Path of the account's name in the answer of the test call, such as `data.attributes.email`. */
  readonly account: string | null
  readonly timeoutMs: number
  /** `site`: the host that people sign in at, where it is not the domain itself. */
  readonly domains: readonly { readonly domain: string; readonly site: string }[]
}

const entry = type({
  '+': 'reject',
  id: /^[a-z0-9][a-z0-9-]{0,39}$/,
  client_id: '1 <= string <= 400',
  'client_secret?': '1 <= string <= 4096',
  'client_auth?': "'basic' | 'body' | 'none'",
  'name?': '1 <= string <= 100',
  'authorize_url?': 'string <= 2048',
  'authorize_params?': 'Record<string, string>',
  'token_url?': 'string <= 2048',
  'revoke_url?': 'string <= 2048',
  'test_url?': 'string <= 2048',
  'account?': 'string <= 200',
  'scopes?': 'string[] <= 100',
  /** For each request to the provider; default: 10. */
  'timeout_seconds?': '1 <= number.integer <= 30',
  'domains?': [['string', '|', { domain: 'string', site: 'string' }], '[]'],
})
const entries = entry.array()

type Entry = typeof entry.infer
type Known = Omit<Entry, 'client_id' | 'client_secret'>

/** Providers whose endpoints are known: their entry needs only the client. A field of the entry replaces the one here. */
const KNOWN: Readonly<Record<string, Known>> = {
  datadog: {
    id: 'datadog',
    name: 'Datadog',
    client_auth: 'body',
    authorize_url: 'https://{site}/oauth2/v1/authorize',
    token_url: 'https://api.{domain}/oauth2/v1/token',
    test_url: 'https://api.{domain}/api/v2/current_user',
    account: 'data.attributes.email',
    domains: [
      { domain: 'datadoghq.com', site: 'app.datadoghq.com' },
      { domain: 'us3.datadoghq.com', site: 'us3.datadoghq.com' },
      { domain: 'us5.datadoghq.com', site: 'us5.datadoghq.com' },
      { domain: 'datadoghq.eu', site: 'app.datadoghq.eu' },
      { domain: 'ap1.datadoghq.com', site: 'ap1.datadoghq.com' },
      { domain: 'ap2.datadoghq.com', site: 'ap2.datadoghq.com' },
      { domain: 'ddog-gov.com', site: 'app.ddog-gov.com' },
    ],
  },
}

const TIMEOUT_SECONDS = 10
const NAME = 'SONDE_INTEGRATIONS'
const fail = (text: string): never => {
  throw new StartProblem(`${NAME}: ${text}`)
}

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The URL of a template for a listed domain. */
export const urlFor = (template: string, { domain, site }: IntegrationProvider['domains'][number]): string =>
  template.replaceAll('{domain}', domain).replaceAll('{site}', site)

const checkedUrl = (
  id: string,
  field: string,
  template: string | undefined,
  domains: IntegrationProvider['domains'],
): string => {
  if (template === undefined) return fail(`${field} of the provider “${id}” is missing.`)
  for (const each of domains) {
    const text = urlFor(template, each)
    const url = URL.canParse(text) ? new URL(text) : null
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
    if (!isSafe || /[{}]/.test(text) || url.hash !== '' || url.username !== '')
      return fail(
        `${field} of the provider “${id}” must be an https URL, in which only {domain} and {site} stand for something, but is “${template}”.`,
      )
  }
  return template
}

const domainsOf = ({ id, domains, authorize_url: url = '' }: Known): IntegrationProvider['domains'] => {
  const listed = (domains ?? []).map((each) => (typeof each === 'string' ? { domain: each, site: each } : each))
  for (const { domain, site } of listed)
    for (const host of [domain, site])
      if (!HOST.test(host))
        fail(`domains of the provider “${id}” must be hosts such as example.com, but one is “${host}”.`)
  if (listed.length > 0) return listed
  // Without a list there is one domain: that of the page where people sign in.
  if (!URL.canParse(url)) return fail(`authorize_url of the provider “${id}” must be an https URL, but is “${url}”.`)
  const { host } = new URL(url)
  return [{ domain: host, site: host }]
}

const providerOf = (given: Entry): IntegrationProvider => {
  const all: Entry = { ...KNOWN[given.id], ...given }
  const { id, client_secret: secret = null } = all
  const domains = domainsOf(all)
  const url = (field: 'authorize_url' | 'token_url' | 'revoke_url' | 'test_url') =>
    checkedUrl(id, field, all[field], domains)
  const clientAuth = secret === null ? 'none' : (all.client_auth ?? 'basic')
  return {
    id,
    name: all.name ?? id,
    clientId: all.client_id,
    clientSecret: clientAuth === 'none' ? null : secret,
    clientAuth,
    scopes: all.scopes ?? [],
    authorizeUrl: url('authorize_url'),
    authorizeParams: all.authorize_params ?? {},
    tokenUrl: url('token_url'),
    revokeUrl: all.revoke_url === undefined ? null : url('revoke_url'),
    testUrl: all.test_url === undefined ? null : url('test_url'),
    account: all.account ?? null,
    timeoutMs: (all.timeout_seconds ?? TIMEOUT_SECONDS) * 1000,
    domains,
  }
}

const A_LIST = 'it must be a list such as [{"id": "datadog", "client_id": "…", "client_secret": "…"}].'

/** Secrets must not end in the message of a failed start. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return fail(`it is not JSON; ${A_LIST}`)
  }
}

const contentOf = (text: string): string => {
  if (/^[[{]/.test(text)) return text
  try {
    return readFileSync(text, 'utf8')
  } catch {
    return fail(`it must be JSON or the path of a file with it, but there is no readable file “${text}”.`)
  }
}

/** The providers that the operator configured, as JSON or in a file. @throws a `StartProblem` that names the wrong field. */
export const integrationProvidersOf = (text: string | null): readonly IntegrationProvider[] => {
  if (text === null) return []
  const given = parsed(contentOf(text))
  if (!Array.isArray(given)) return fail(A_LIST)
  const read = entries(given)
  if (read instanceof type.errors) {
    const [problem] = read
    return fail(`${problem?.path.stringify() || 'it'} must be ${problem?.expected ?? 'a list of providers'}.`)
  }
  const providers = read.map(providerOf)
  const twice = providers.find(({ id }, index) => providers.findIndex((other) => other.id === id) !== index)
  if (twice) fail(`the provider “${twice.id}” is listed twice.`)
  return providers
}
