import { resolve } from 'node:path'
import { browserConcurrencyOf } from '../domain/agents/agent-variables.ts'
import { type AllowRule, parseAllowed } from '../domain/core/addresses.ts'
import { isEmailAddress } from '../domain/core/email-address.ts'
import { type IpBlock, parseBlock } from '../domain/core/ip-address.ts'
import { type Analytics, analyticsOf, optional, webAddress } from './analytics-settings.ts'
import { type Chat, chatOf } from './chat-settings.ts'
import { databaseUrlOf } from './database-url.ts'
import { type IntegrationProvider, integrationProvidersOf } from './integration-settings.ts'
import { LIMIT_VARIABLES, type LimitSettings, limitsOf } from './limits/settings.ts'
import { publicUrlOf } from './public-url.ts'
import { isLongEnough, SHORTEST_SECRET_KEY } from './secret-key.ts'
import { StartProblem } from './start-problem.ts'

export type Configuration = {
  host: string
  port: number
  /** The public URL: scheme, host and port, without a trailing slash. */
  url: string
  dataDir: string
  /** Null: use the embedded PostgreSQL. */
  databaseUrl: string | null
  admin: { email: string; password: string; apiKey: string | null } | null
  /** Null: generated into the data directory. */
  secretKey: string | null
  projectHeader: string
  /** Query parameters that clients add to every request; endpoints that do not know them ignore them. */
  defaultQuery: Readonly<Record<string, string>>
  allowPrivate: AllowRule[]
  /** The unparsed setting, passed on to the embedded agent. */
  allowPrivateText: string
  /** Settings that only the embedded agent uses. `chromium`: null to look for one. */
  embeddedAgent: { chromium: string | null; browserConcurrency: number }
  /** A label for this installation, shown in page titles. */
  environment: string | null
  registration: Registration
  /** The Auth0 tenant that signs users in; null: the embedded provider does. */
  auth0: Auth0 | null
  /** Proxies whose forwarded headers are trusted. */
  trustProxy: IpBlock[]
  /** Null: mail is kept in the outbox, where a site admin can read it. */
  mail: { smtpUrl: string; from: string } | null
  /** Upgrades the embedded database without backing it up first. */
  skipBackup: boolean
  /** The URL that the web app reports page views, identities and errors to; null: nowhere. */
  reportUrl: string | null
  /** The external analytics viewer; null: none. */
  analytics: Analytics | null
  /** The support chat; null: none. */
  chat: Chat | null
  /** Providers that organizations can connect to. */
  integrations: readonly IntegrationProvider[]
  limits: LimitSettings
  /** Maximum runs in flight per project and location; null: unlimited. */
  projectRunsAtOnce: number | null
  /** Maximum monitors per project; null: unlimited. */
  projectMonitors: number | null
  /** Maximum results per project and day (UTC); null: unlimited. */
  projectResultsPerDay: number | null
  /** Largest response body stored apart from its result; 0: none. */
  maxBodyBytes: number
  /** Largest file that people may upload. */
  maxFileBytes: number
  /** All documents of a project together, as text. */
  projectDocumentsBytes: number
  /** All files of a project together. */
  projectFilesBytes: number
}

/** People who may register: anyone, invited people (nobody until invitations exist), or nobody. */
export type Registration = 'open' | 'invited' | 'closed'

/** `domain` has no scheme or slash; `admins` are subjects, such as `auth0|abc`, that are site admins from their first sign-in. */
export type Auth0 = { domain: string; clientId: string; audience: string; admins: string[] }

type Environment = Readonly<Record<string, string | undefined>>

const KNOWN = new Set([
  'SONDE_URL',
  'SONDE_DATA_DIR',
  'SONDE_ADMIN_EMAIL',
  'SONDE_ADMIN_PASSWORD',
  'SONDE_ADMIN_API_KEY',
  'SONDE_SECRET_KEY',
  'SONDE_PROJECT_HEADER',
  'SONDE_DEFAULT_QUERY',
  'SONDE_ALLOW_PRIVATE',
  'SONDE_ENVIRONMENT',
  'SONDE_REGISTRATION',
  'SONDE_AUTH_DOMAIN',
  'SONDE_AUTH_CLIENT_ID',
  'SONDE_AUTH_AUDIENCE',
  'SONDE_AUTH_ADMIN',
  'SONDE_TRUST_PROXY',
  'SONDE_SMTP_URL',
  'SONDE_MAIL_FROM',
  'SONDE_REPORT_URL',
  'SONDE_ANALYTICS_URL',
  'SONDE_ANALYTICS_TOKEN_URL',
  'SONDE_ANALYTICS_TOKEN_KEY',
  'SONDE_CHAT_SECRET',
  'SONDE_CHAT_AUDIENCE',
  'SONDE_INTEGRATIONS',
  'SONDE_SKIP_BACKUP',
  ...LIMIT_VARIABLES,
  'SONDE_PROJECT_RUNS_AT_ONCE',
  'SONDE_PROJECT_MONITORS',
  'SONDE_PROJECT_RESULTS_PER_DAY',
  'SONDE_MAX_BODY_MB',
  'SONDE_MAX_FILE_MB',
  'SONDE_PROJECT_DOCUMENTS_MB',
  'SONDE_PROJECT_FILES_MB',
  'SONDE_CHROMIUM',
  'SONDE_BROWSER_CONCURRENCY',
])
/** Variables of `sonde agent` and of the terminal, ignored without a warning. */
const OF_OTHERS = /^SONDE_(AGENT_|SERVER_URL$|JOIN_TOKEN(_FILE)?$|API_KEY$|PROJECT$)/

/** Reads the environment variables. Throws a `StartProblem` that names the wrong variable and a valid value. */
export const readConfiguration = (env: Environment, log: (line: string) => void): Configuration => {
  for (const name of Object.keys(env))
    if (name.startsWith('SONDE_') && !KNOWN.has(name) && !OF_OTHERS.test(name))
      log(`${name} is not a variable that this version knows, and is ignored. docs/operating.md lists all variables.`)
  const value = (name: string): string | null => env[name]?.trim() || null
  const port = portOf(value('PORT') ?? '4600')
  const allowPrivateText = value('SONDE_ALLOW_PRIVATE') ?? ''
  const host = value('HOST') ?? '127.0.0.1'
  const url = publicUrlOf(value('SONDE_URL'), { host, port }, log)
  const registration = registrationOf(value('SONDE_REGISTRATION') ?? 'closed')
  const auth0 = auth0Of({
    domain: value('SONDE_AUTH_DOMAIN'),
    clientId: value('SONDE_AUTH_CLIENT_ID'),
    audience: value('SONDE_AUTH_AUDIENCE'),
    admins: listOf(value('SONDE_AUTH_ADMIN')),
  })
  return {
    host,
    port,
    url,
    dataDir: resolve(value('SONDE_DATA_DIR') ?? '.sonde'),
    databaseUrl: databaseUrlOf(value('DATABASE_URL')),
    admin: adminOf(value('SONDE_ADMIN_EMAIL'), value('SONDE_ADMIN_PASSWORD'), value('SONDE_ADMIN_API_KEY'), auth0),
    secretKey: secretKeyOf(value('SONDE_SECRET_KEY')),
    projectHeader: headerOf(value('SONDE_PROJECT_HEADER') ?? 'Sonde-Project-Id'),
    defaultQuery: defaultQueryOf(value('SONDE_DEFAULT_QUERY')),
    allowPrivate: allowedOf(allowPrivateText),
    allowPrivateText,
    embeddedAgent: {
      chromium: value('SONDE_CHROMIUM'),
      browserConcurrency: orRefuse(() => browserConcurrencyOf(value('SONDE_BROWSER_CONCURRENCY'))),
    },
    environment: environmentOf(value('SONDE_ENVIRONMENT')),
    registration,
    auth0,
    trustProxy: proxiesOf(value('SONDE_TRUST_PROXY')),
    mail: mailOf(value('SONDE_SMTP_URL'), value('SONDE_MAIL_FROM'), url),
    skipBackup: skipBackupOf(value('SONDE_SKIP_BACKUP')),
    reportUrl: optional(value('SONDE_REPORT_URL'), (text) =>
      webAddress('SONDE_REPORT_URL', text, 'https://reports.example.com/sonde'),
    ),
    analytics: analyticsOf({
      url: value('SONDE_ANALYTICS_URL'),
      tokenUrl: value('SONDE_ANALYTICS_TOKEN_URL'),
      tokenKey: value('SONDE_ANALYTICS_TOKEN_KEY'),
    }),
    chat: chatOf({ secret: value('SONDE_CHAT_SECRET'), audience: value('SONDE_CHAT_AUDIENCE') }),
    integrations: integrationProvidersOf(value('SONDE_INTEGRATIONS')),
    limits: limitsOf(value),
    projectRunsAtOnce: limitOf('SONDE_PROJECT_RUNS_AT_ONCE', value('SONDE_PROJECT_RUNS_AT_ONCE')),
    projectMonitors: limitOf('SONDE_PROJECT_MONITORS', value('SONDE_PROJECT_MONITORS')),
    projectResultsPerDay: limitOf('SONDE_PROJECT_RESULTS_PER_DAY', value('SONDE_PROJECT_RESULTS_PER_DAY')),
    maxBodyBytes: maxBodyOf(value('SONDE_MAX_BODY_MB')),
    maxFileBytes: megabytesOf('SONDE_MAX_FILE_MB', value('SONDE_MAX_FILE_MB') ?? '10', 100),
    projectDocumentsBytes: megabytesOf(
      'SONDE_PROJECT_DOCUMENTS_MB',
      value('SONDE_PROJECT_DOCUMENTS_MB') ?? '500',
      100_000,
    ),
    projectFilesBytes: megabytesOf('SONDE_PROJECT_FILES_MB', value('SONDE_PROJECT_FILES_MB') ?? '200', 100_000),
  }
}

const listOf = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

const limitOf = (name: string, text: string | null): number | null => {
  if (text === null) return null
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000_000_000)
    throw new StartProblem(`${name} must be a whole number from 1, but is “${text}”.`)
  return limit
}

const MAX_BODY_MB = 64
const maxBodyOf = (text: string | null): number => {
  const megabytes = text === null ? 10 : Number(text)
  if (!Number.isInteger(megabytes) || megabytes < 0 || megabytes > MAX_BODY_MB)
    throw new StartProblem(`SONDE_MAX_BODY_MB must be a whole number from 0 to ${MAX_BODY_MB}, but is “${text}”.`)
  return megabytes * 1_048_576
}

const megabytesOf = (name: string, text: string, most: number): number => {
  const megabytes = Number(text)
  if (!Number.isInteger(megabytes) || megabytes < 1 || megabytes > most)
    throw new StartProblem(`${name} must be a whole number of megabytes from 1 to ${most}, but is “${text}”.`)
  return megabytes * 1_048_576
}

const portOf = (text: string): number => {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartProblem(`PORT must be a whole number from 0 to 65535, but is “${text}”.`)
  return port
}

const parsed = (text: string): URL | null => {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

const skipBackupOf = (text: string | null): boolean => {
  if (text !== null && text !== '0' && text !== '1')
    throw new StartProblem(`SONDE_SKIP_BACKUP must be 0, 1 or unset, but is “${text}”.`)
  return text === '1'
}

const adminOf = (
  email: string | null,
  password: string | null,
  apiKey: string | null,
  auth0: Auth0 | null,
): Configuration['admin'] => {
  if (email === null && password === null && apiKey === null) return null
  if (auth0)
    throw new StartProblem(
      'SONDE_ADMIN_EMAIL, SONDE_ADMIN_PASSWORD and SONDE_ADMIN_API_KEY work only with the embedded provider. With SONDE_AUTH_DOMAIN, set SONDE_AUTH_ADMIN to the first admin instead.',
    )
  if (email === null || password === null)
    throw new StartProblem(
      'SONDE_ADMIN_EMAIL and SONDE_ADMIN_PASSWORD must be set together; SONDE_ADMIN_API_KEY is optional and needs both.',
    )
  if (!isEmailAddress(email)) throw new StartProblem(`SONDE_ADMIN_EMAIL must be an email address, but is “${email}”.`)
  if (password.length < 10) throw new StartProblem('SONDE_ADMIN_PASSWORD must have at least 10 characters.')
  if (apiKey !== null && !/^[\w-]{32,128}$/.test(apiKey))
    throw new StartProblem('SONDE_ADMIN_API_KEY must be 32 to 128 letters, digits, hyphens or underscores.')
  return { email, password, apiKey }
}

const secretKeyOf = (text: string | null): string | null => {
  if (text !== null && !isLongEnough(text))
    throw new StartProblem(
      `SONDE_SECRET_KEY must have at least ${SHORTEST_SECRET_KEY} characters; \`openssl rand -base64 32\` generates one.`,
    )
  return text
}

const headerOf = (text: string): string => {
  if (!/^[A-Za-z0-9-]{1,64}$/.test(text))
    throw new StartProblem(
      `SONDE_PROJECT_HEADER must be a header name of letters, digits and hyphens, but is “${text}”.`,
    )
  return text
}

const defaultQueryOf = (text: string | null): Readonly<Record<string, string>> => {
  const pairs = [...new URLSearchParams(text ?? '')]
  if (
    pairs.some(([name]) => !/^[A-Za-z][\w-]{0,63}$/.test(name)) ||
    new Set(pairs.map(([name]) => name)).size < pairs.length
  )
    throw new StartProblem(
      `SONDE_DEFAULT_QUERY must be query parameters such as tenant=acme&channel=beta, each once, but is “${text}”.`,
    )
  return Object.fromEntries(pairs)
}

/** Reads a variable as the agent does, whose sentence names it. */
const orRefuse = <Value>(read: () => Value, prefix = ''): Value => {
  try {
    return read()
  } catch (cause) {
    throw new StartProblem(`${prefix}${cause instanceof Error ? cause.message : cause}`)
  }
}

const allowedOf = (text: string): AllowRule[] => orRefuse(() => parseAllowed(text), 'SONDE_ALLOW_PRIVATE: ')

const environmentOf = (text: string | null): string | null => {
  if (text !== null && text.length > 40) throw new StartProblem('SONDE_ENVIRONMENT must have at most 40 characters.')
  return text
}

const registrationOf = (text: string): Registration => {
  if (text !== 'open' && text !== 'invited' && text !== 'closed')
    throw new StartProblem(`SONDE_REGISTRATION must be open, invited or closed, but is “${text}”.`)
  return text
}

const auth0Of = (given: {
  domain: string | null
  clientId: string | null
  audience: string | null
  admins: string[]
}): Auth0 | null => {
  const { domain, clientId, audience, admins } = given
  if (domain === null && clientId === null && audience === null) {
    if (admins.length > 0) throw new StartProblem('SONDE_AUTH_ADMIN works only together with SONDE_AUTH_DOMAIN.')
    return null
  }
  if (domain === null || clientId === null || audience === null)
    throw new StartProblem('SONDE_AUTH_DOMAIN, SONDE_AUTH_CLIENT_ID and SONDE_AUTH_AUDIENCE must be set together.')
  // A scheme is allowed for tests against a local tenant; Auth0 itself always uses https.
  if (!/^(https?:\/\/)?[a-z0-9.-]+(:\d{1,5})?\/?$/i.test(domain))
    throw new StartProblem(`SONDE_AUTH_DOMAIN must be a host such as tenant.eu.auth0.com, but is “${domain}”.`)
  if (!parsed(audience))
    throw new StartProblem(`SONDE_AUTH_AUDIENCE must be the identifier of the API, a URL, but is “${audience}”.`)
  return { domain: domain.replace(/\/$/, ''), clientId, audience, admins }
}

const proxiesOf = (text: string | null): IpBlock[] =>
  listOf(text).map((entry) => {
    const block = parseBlock(entry)
    if (!block)
      throw new StartProblem(
        `SONDE_TRUST_PROXY must be a list of IP addresses or blocks such as 10.0.0.0/8, but contains “${entry}”.`,
      )
    return block
  })

const mailOf = (smtpUrl: string | null, from: string | null, url: string): Configuration['mail'] => {
  if (smtpUrl === null) {
    if (from !== null) throw new StartProblem('SONDE_MAIL_FROM works only together with SONDE_SMTP_URL.')
    return null
  }
  if (!/^smtps?:\/\/./.test(smtpUrl) || !parsed(smtpUrl))
    throw new StartProblem('SONDE_SMTP_URL must be a URL such as smtp://user:password@mail.example.com:587.')
  const sender = from ?? `Sonde <sonde@${new URL(url).hostname}>`
  if (from !== null && !isEmailAddress(/<([^<>]+)>$/.exec(from)?.[1] ?? from))
    throw new StartProblem(`SONDE_MAIL_FROM must be a sender such as Sonde <sonde@example.com>, but is “${sender}”.`)
  return { smtpUrl, from: sender }
}
