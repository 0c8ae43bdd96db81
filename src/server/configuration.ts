import { resolve } from 'node:path'
import { type AllowRule, parseAllowed } from '../domain/addresses.ts'
import { isEmailAddress } from '../domain/email-address.ts'
import { StartProblem } from './start-problem.ts'

export type Configuration = {
  host: string
  port: number
  /** The address people use, without a slash at its end. */
  url: string
  dataDir: string
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  admin: { email: string; password: string; apiKey: string | null } | null
  /** Null: generated into the data directory. */
  secretKey: string | null
  projectHeader: string
  allowPrivate: AllowRule[]
  /** As it was written, for the embedded agent. */
  allowPrivateText: string
}

type Environment = Readonly<Record<string, string | undefined>>

const KNOWN = new Set([
  'SONDE_URL',
  'SONDE_DATA_DIR',
  'SONDE_ADMIN_EMAIL',
  'SONDE_ADMIN_PASSWORD',
  'SONDE_ADMIN_API_KEY',
  'SONDE_SECRET_KEY',
  'SONDE_PROJECT_HEADER',
  'SONDE_ALLOW_PRIVATE',
])
/** Read by `sonde agent`, and harmless here. */
const OF_AGENTS = /^SONDE_(AGENT_|SERVER_URL$|JOIN_TOKEN$)/

/** Reads the variables; a `StartProblem` names the one that is wrong, and what would be right. */
export const readConfiguration = (env: Environment, log: (line: string) => void): Configuration => {
  for (const name of Object.keys(env))
    if (name.startsWith('SONDE_') && !KNOWN.has(name) && !OF_AGENTS.test(name))
      log(`${name} is not a variable of this version and is ignored; the README lists those that are.`)
  const value = (name: string): string | null => env[name]?.trim() || null
  const port = portOf(value('PORT') ?? '4600')
  const allowPrivateText = value('SONDE_ALLOW_PRIVATE') ?? ''
  return {
    host: value('HOST') ?? '127.0.0.1',
    port,
    url: urlOf(value('SONDE_URL') ?? `http://localhost:${port}`),
    dataDir: resolve(value('SONDE_DATA_DIR') ?? '.sonde'),
    databaseUrl: databaseUrlOf(value('DATABASE_URL')),
    admin: adminOf(value('SONDE_ADMIN_EMAIL'), value('SONDE_ADMIN_PASSWORD'), value('SONDE_ADMIN_API_KEY')),
    secretKey: secretKeyOf(value('SONDE_SECRET_KEY')),
    projectHeader: headerOf(value('SONDE_PROJECT_HEADER') ?? 'Sonde-Project-Id'),
    allowPrivate: allowedOf(allowPrivateText),
    allowPrivateText,
  }
}

const portOf = (text: string): number => {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartProblem(`PORT must be a whole number from 0 to 65535, but is “${text}”.`)
  return port
}

const urlOf = (text: string): string => {
  const url = parsed(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new StartProblem(
      `SONDE_URL must be an http or https address such as https://sonde.example.com, but is “${text}”.`,
    )
  return text.replace(/\/+$/, '')
}
const parsed = (text: string): URL | null => {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

const databaseUrlOf = (text: string | null): string | null => {
  if (text !== null && !/^postgres(ql)?:\/\/./.test(text))
    throw new StartProblem('DATABASE_URL must be an address such as postgres://user:password@host:5432/sonde.')
  return text
}

const adminOf = (email: string | null, password: string | null, apiKey: string | null): Configuration['admin'] => {
  if (email === null && password === null && apiKey === null) return null
  if (email === null || password === null)
    throw new StartProblem(
      'SONDE_ADMIN_EMAIL and SONDE_ADMIN_PASSWORD must be given together; SONDE_ADMIN_API_KEY may go with them.',
    )
  if (!isEmailAddress(email)) throw new StartProblem(`SONDE_ADMIN_EMAIL must be an e-mail address, but is “${email}”.`)
  if (password.length < 10) throw new StartProblem('SONDE_ADMIN_PASSWORD must have at least 10 characters.')
  if (apiKey !== null && !/^[\w-]{32,128}$/.test(apiKey))
    throw new StartProblem('SONDE_ADMIN_API_KEY must be 32 to 128 letters, digits, hyphens or underscores.')
  return { email, password, apiKey }
}

const secretKeyOf = (text: string | null): string | null => {
  if (text !== null && text.length < 32)
    throw new StartProblem('SONDE_SECRET_KEY must have at least 32 characters; `openssl rand -base64 32` makes one.')
  return text
}

const headerOf = (text: string): string => {
  if (!/^[A-Za-z0-9-]{1,64}$/.test(text))
    throw new StartProblem(
      `SONDE_PROJECT_HEADER must be a header name of letters, digits and hyphens, but is “${text}”.`,
    )
  return text
}

const allowedOf = (text: string): AllowRule[] => {
  try {
    return parseAllowed(text)
  } catch (cause) {
    throw new StartProblem(`SONDE_ALLOW_PRIVATE: ${(cause as Error).message}`)
  }
}
