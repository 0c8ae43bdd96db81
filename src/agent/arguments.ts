import { parseArgs } from 'node:util'

type Variables = Readonly<Record<string, string | undefined>>
type Option = { readonly variable: string; readonly value: string; readonly about: string }

/** Options of the command line. Each sets an environment variable, and takes precedence over it. */
const OPTIONS: Readonly<Record<string, Option>> = {
  url: { variable: 'SONDE_SERVER_URL', value: 'URL', about: 'the server' },
  token: { variable: 'SONDE_JOIN_TOKEN', value: 'TOKEN', about: 'the join token; only needed the first time' },
  'token-file': { variable: 'SONDE_JOIN_TOKEN_FILE', value: 'FILE', about: 'a file with the join token' },
  name: { variable: 'SONDE_AGENT_NAME', value: 'ID', about: 'the location’s id, such as office_berlin' },
  directory: { variable: 'SONDE_AGENT_DIR', value: 'DIR', about: 'for its key and results that are not delivered yet' },
  concurrency: { variable: 'SONDE_AGENT_CONCURRENCY', value: 'N', about: 'maximum number of concurrent calls' },
  place: { variable: 'SONDE_AGENT_PLACE', value: 'TEXT', about: 'the location’s name' },
  city: { variable: 'SONDE_AGENT_CITY', value: 'TEXT', about: 'its city' },
  country: { variable: 'SONDE_AGENT_COUNTRY', value: 'DE', about: 'its country, in two letters' },
  continent: { variable: 'SONDE_AGENT_CONTINENT', value: 'EU', about: 'its continent; follows from the country' },
  cloud: { variable: 'SONDE_AGENT_CLOUD', value: 'AWS', about: 'its cloud provider' },
  region: { variable: 'SONDE_AGENT_REGION', value: 'TEXT', about: 'its region of the provider' },
  coordinates: { variable: 'SONDE_AGENT_COORDINATES', value: '52.5,13.4', about: 'its latitude and longitude' },
  'allow-private': { variable: 'SONDE_ALLOW_PRIVATE', value: 'RANGES', about: 'private addresses that it may call' },
  probe: {
    variable: 'SONDE_AGENT_PROBE',
    value: 'HOST:PORT',
    about: 'checks its own network when a call fails, or off',
  },
}

export const AGENT_HELP = `Usage: node agent.mjs --url URL --token TOKEN [options]

${Object.entries(OPTIONS)
  .map(([name, { value, about }]) => `  ${`--${name} ${value}`.padEnd(27)}${about}`)
  .join('\n')}
  --version                  prints the version
  --help                     prints this

Each option can be an environment variable instead:
${Object.entries(OPTIONS)
  .map(([name, { variable }]) => `  ${`--${name}`.padEnd(27)}${variable}`)
  .join('\n')}
`

/**
 * Reads the command line: the environment with its options in it, or a request for the help or the version.
 * @throws Error with one sentence for the operator.
 */
export const readArguments = (words: readonly string[], environment: Variables): Variables | 'help' | 'version' => {
  const values = valuesOf(words)
  if (values.help) return 'help'
  if (values.version) return 'version'
  const given = Object.entries(OPTIONS).flatMap(([name, { variable }]) => {
    const value = values[name]
    return typeof value === 'string' ? [[variable, value] as const] : []
  })
  return { ...environment, ...Object.fromEntries(given) }
}

/** Variables that are set by programs, not by operators. */
const INTERNAL = ['SONDE_AGENT_SUPERVISED', 'SONDE_AGENT_LAUNCHED']

/** Names of variables that look like an agent's, but that no agent knows. */
export const unknownVariables = (environment: Variables): string[] => {
  const known = [...INTERNAL, ...Object.values(OPTIONS).map(({ variable }) => variable)]
  return Object.keys(environment).filter((name) => /^SONDE_(AGENT|JOIN)_/.test(name) && !known.includes(name))
}

/** Joins an option and a negative number, which would otherwise be read as another option. */
const withValues = (words: readonly string[]): string[] => {
  const joined: string[] = []
  for (const word of words) {
    const name = joined.at(-1)
    if (/^-\d/.test(word) && name?.startsWith('--') && Object.hasOwn(OPTIONS, name.slice(2)))
      joined.splice(-1, 1, `${name}=${word}`)
    else joined.push(word)
  }
  return joined
}

const valuesOf = (words: readonly string[]): Readonly<Record<string, string | boolean | undefined>> => {
  try {
    return parseArgs({
      args: withValues(words),
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
        ...Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, { type: 'string' as const }])),
      },
    }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new Error(`${reason}. --help lists the options.`, { cause: error })
  }
}
