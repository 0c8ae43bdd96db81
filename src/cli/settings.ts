import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Headless, openHeadless, UnknownProject } from '../commands/headless/headless.ts'
import { credentialsFile, readCredentials } from './credentials.ts'
import { TerminalFailure } from './exit-codes.ts'
import type { Flags } from './flag-table.ts'
import { openHttpCall } from './http-call.ts'
import { readFacts, type ServerFacts, serverUrl } from './server-facts.ts'
import { renewedToken } from './sign-in.ts'
import type { TerminalIo } from './terminal-io.ts'
import { terminalVariable } from './variables.ts'

/** The server that commands go to; null where none is named and nobody has signed in. */
export const chosenServer = (flags: Flags, env: TerminalIo['env']): string | null => {
  if (flags.server?.trim() === '')
    throw new TerminalFailure(
      'usage',
      '--server is empty: it takes the address of a server, such as https://sonde.example.com.',
    )
  const named = flags.server ?? terminalVariable(env, 'SONDE_URL')
  return named !== undefined ? serverUrl(named) : (readCredentials(credentialsFile(env)).server ?? null)
}

/** The project that flags or environment name; null: neither does. */
export const namedProject = (flags: Flags, env: TerminalIo['env']): string | null => {
  if (flags.project === '') throw new TerminalFailure('usage', '--project is empty: leave it out, or name a project.')
  return flags.project ?? terminalVariable(env, 'SONDE_PROJECT') ?? null
}

/** A server, and the access to it. */
export type Connection = {
  readonly url: string
  readonly facts: ServerFacts
  readonly token: (renew: boolean) => Promise<string | null>
  /** The project that commands are about; null: the server decides. */
  readonly project: string | null
  /** Whether that is only the one of the commands before. */
  readonly isProjectKept: boolean
  /** Whether a key from the environment is used, not a sign-in. */
  readonly byEnvironment: boolean
}

/** Whether a text may be an API key: letters that a header carries, without spaces and line breaks. */
export const isKey = (text: string): boolean => /^[\w.~+/=-]+$/.test(text)

/** Where a key comes from: typed now for a sign-in, the environment, or a sign-in before. */
type KeySource = 'typed' | 'environment' | 'stored'

const refusedKey = (source: KeySource, url: string): TerminalFailure => {
  const sentences: Readonly<Record<KeySource, string>> = {
    typed: `${url} does not know this API key: it is wrong, revoked or expired. Create one in the web app, then: sonde sign-in ${url} --key`,
    environment: `${url} does not know the API key in SONDE_API_KEY: it is wrong, revoked or expired. Set another one, or unset it and sign in: sonde sign-in ${url}`,
    stored: `${url} does not know the API key of your sign-in any more: it is revoked or expired. Sign in: sonde sign-in ${url}`,
  }
  return new TerminalFailure('signed-out', sentences[source])
}

/** Opens the connection that flags, environment and credentials name, in this order; a key that was typed for a sign-in goes before them. */
export const connect = async (
  flags: Flags,
  env: TerminalIo['env'],
  { typedKey }: { readonly typedKey?: string } = {},
): Promise<Connection> => {
  const url = chosenServer(flags, env)
  if (url === null)
    throw new TerminalFailure('signed-out', 'Nobody is signed in, and SONDE_URL names no server: sonde sign-in URL')
  const file = credentialsFile(env)
  const ofEnvironment = typedKey === undefined ? terminalVariable(env, 'SONDE_API_KEY') : undefined
  // A key of its own needs no sign-in: a file that cannot be read is in nobody's way.
  const held = (typedKey ?? ofEnvironment) ? undefined : readCredentials(file).servers[url]
  // Nothing of it is repeated: a file read into the variable by mistake may hold other secrets.
  if (ofEnvironment !== undefined && !isKey(ofEnvironment))
    throw new TerminalFailure(
      'signed-out',
      'SONDE_API_KEY is no API key: it has spaces, line breaks or other characters that no key has.',
    )
  const key = typedKey ?? ofEnvironment ?? held?.api_key
  const byEnvironment = ofEnvironment !== undefined
  const source = typedKey !== undefined ? 'typed' : byEnvironment ? 'environment' : 'stored'
  const named = namedProject(flags, env)
  const kept = byEnvironment || typedKey !== undefined ? null : (held?.project ?? null)
  const facts = await readFacts(url)
  const token = async (force: boolean): Promise<string | null> => {
    // It is renewed only after the server has refused it.
    if (key && force) throw refusedKey(source, url)
    if (key) return key
    const renewed = facts.sign_in && (await renewedToken(facts.sign_in, { file, url, force }))
    if (!renewed)
      throw new TerminalFailure('signed-out', `Nobody is signed in at ${url}. Sign in: sonde sign-in ${url}`)
    return renewed
  }
  return { url, facts, token, project: named ?? kept, isProjectKept: named === null, byEnvironment }
}

/** Opens the world of commands at a server. Where the project of the commands before is gone, none is open: another one is chosen by name. */
export const openWorld = async ({ url, facts, token, project, isProjectKept }: Connection): Promise<Headless> => {
  const call = openHttpCall({ url, projectHeader: facts.project_header, defaultQuery: facts.default_query, token })
  const open = (wanted: Parameters<typeof openHeadless>[0]['project']) =>
    openHeadless({ call, project: wanted, now: Date.now, newId: randomUUID, pause: (ms) => pause(ms) })
  try {
    return await open(project)
  } catch (error) {
    if (!isProjectKept || !(error instanceof UnknownProject)) throw error
    return open({ among: 'none' })
  }
}
