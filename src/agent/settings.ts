import { readFileSync } from 'node:fs'
import type { agents } from '../contract/agents/agents.ts'
import type { BodyOf } from '../contract/core/endpoint.ts'
import { browserConcurrencyOf, countOf } from '../domain/agents/agent-variables.ts'
import { CONTINENTS, continentOf, isCountry } from '../domain/agents/countries.ts'
import { type AllowRule, parseAllowed } from '../domain/core/addresses.ts'

/** The agent's place, as reported to the server. */
export type AgentLocation = NonNullable<BodyOf<(typeof agents)['agent.register']>['agent']>

export type Settings = {
  serverUrl: URL
  /** Null if the agent must already have a key. */
  joinToken: string | null
  /** The location's id. */
  name: string
  place: AgentLocation | null
  /** Directory for the key and undelivered results. */
  directory: string
  /** Maximum number of concurrent calls. */
  concurrency: number
  allowed: readonly AllowRule[]
  /** Path of Chromium's program; null to look for one, `off` for no browser tests. */
  chromium: string | null
  /** Maximum number of concurrent browser tests. */
  browserConcurrency: number
  /** Address for checking the agent's own network; null for no check. */
  probe: { host: string; port: number } | null
  /** Whether the agent exits with its parent process, which holds the other end of stdin. */
  supervised: boolean
}

type Variables = Readonly<Record<string, string | undefined>>

const fail = (sentence: string): never => {
  throw new Error(sentence)
}

const portOf = (url: URL): number => (url.port ? Number(url.port) : url.protocol === 'https:' ? 443 : 80)
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')

const webAddress = (text: string, name: string): URL => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    return fail(`${name} must be a URL such as https://sonde.example.com.`)
  return new URL(text)
}

const probeOf = (text: string | undefined, server: URL, supervised: boolean): Settings['probe'] => {
  if (text === 'off' || (!text && supervised)) return null
  if (!text) return { host: hostOf(server), port: portOf(server) }
  const url = webAddress(text.includes('://') ? text : `http://${text}`, 'SONDE_AGENT_PROBE')
  return { host: hostOf(url), port: portOf(url) }
}

const allowedOf = (text: string | undefined): AllowRule[] => {
  try {
    return parseAllowed(text ?? '')
  } catch (error) {
    return fail(`SONDE_ALLOW_PRIVATE: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const coordinatesOf = (text: string | undefined): [number, number] | null => {
  if (!text) return null
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [latitude = Number.NaN, longitude = Number.NaN] = parts
  return parts.length === 2 && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? [latitude, longitude]
    : fail('SONDE_AGENT_COORDINATES must be a latitude and a longitude such as 52.5,13.4.')
}

const placeOf = (variables: Variables): AgentLocation | null => {
  const { SONDE_AGENT_CLOUD: cloud, SONDE_AGENT_CITY: city, SONDE_AGENT_REGION: region } = variables
  const country = variables.SONDE_AGENT_COUNTRY?.toUpperCase()
  const continent = variables.SONDE_AGENT_CONTINENT?.toUpperCase() || (country && continentOf(country))
  const name = variables.SONDE_AGENT_PLACE || city || (cloud || region || country ? nameOf(variables) : '')
  if (country && !isCountry(country)) fail('SONDE_AGENT_COUNTRY must be the two-letter code of a country, such as DE.')
  if (continent && !CONTINENTS.includes(continent))
    fail(`SONDE_AGENT_CONTINENT must be one of ${CONTINENTS.join(', ')}.`)
  const location = coordinatesOf(variables.SONDE_AGENT_COORDINATES)
  if (!name) return null
  return {
    name,
    ...(cloud && { cloud }),
    ...(region && { region }),
    ...(country && { country }),
    ...(continent && { continent }),
    ...(city && { city }),
    ...(location && { location }),
  }
}

const nameOf = (variables: Variables): string => variables.SONDE_AGENT_NAME || 'local'

const tokenOf = ({ SONDE_JOIN_TOKEN: token, SONDE_JOIN_TOKEN_FILE: file }: Variables): string | null => {
  if (token || !file) return token || null
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch {
    return fail(`SONDE_JOIN_TOKEN_FILE names no file that can be read: “${file}”.`)
  }
}

/**
 * Reads the agent's environment variables.
 * @throws Error with one sentence for the operator.
 */
export const readSettings = (variables: Variables): Settings => {
  const address = variables.SONDE_SERVER_URL ?? fail('SONDE_SERVER_URL is missing: set it to the URL of the server.')
  const serverUrl = webAddress(address, 'SONDE_SERVER_URL')
  const name = nameOf(variables)
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(name))
    fail('SONDE_AGENT_NAME must be lower-case letters, digits, hyphens and underscores, such as public_awsuseast.')
  const supervised = variables.SONDE_AGENT_SUPERVISED === '1'
  return {
    serverUrl,
    joinToken: tokenOf(variables),
    name,
    place: placeOf(variables),
    directory: variables.SONDE_AGENT_DIR || '.sonde-agent',
    concurrency: countOf('SONDE_AGENT_CONCURRENCY', variables.SONDE_AGENT_CONCURRENCY, 200, 1000),
    chromium: variables.SONDE_CHROMIUM || null,
    browserConcurrency: browserConcurrencyOf(variables.SONDE_BROWSER_CONCURRENCY),
    allowed: allowedOf(variables.SONDE_ALLOW_PRIVATE),
    probe: probeOf(variables.SONDE_AGENT_PROBE, serverUrl, supervised),
    supervised,
  }
}
