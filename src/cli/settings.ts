import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Headless, openHeadless } from '../commands/headless/headless.ts'
import { credentialsFile, readCredentials } from './credentials.ts'
import { TerminalFailure } from './exit-codes.ts'
import type { Flags } from './flag-table.ts'
import { openHttpCall } from './http-call.ts'
import { readFacts, type ServerFacts, serverUrl } from './server-facts.ts'
import { renewedToken } from './sign-in.ts'
import type { TerminalIo } from './terminal-io.ts'

/** The server that commands go to; null where none is named and nobody has signed in. */
export const chosenServer = (flags: Flags, env: TerminalIo['env']): string | null => {
  const named = flags.server ?? env.SONDE_URL
  return named ? serverUrl(named) : (readCredentials(credentialsFile(env)).server ?? null)
}

/** A server, and the access to it. */
export type Connection = {
  readonly url: string
  readonly facts: ServerFacts
  readonly token: (renew: boolean) => Promise<string | null>
  /** The project that commands are about; null: the server decides. */
  readonly project: string | null
  /** Whether a key from the environment is used, not a sign-in. */
  readonly byEnvironment: boolean
}

/** Opens the connection that flags, environment and credentials name, in this order. */
export const connect = async (flags: Flags, env: TerminalIo['env']): Promise<Connection> => {
  const url = chosenServer(flags, env)
  if (url === null)
    throw new TerminalFailure('signed-out', 'Nobody is signed in, and SONDE_URL names no server: sonde sign-in URL')
  const file = credentialsFile(env)
  const held = readCredentials(file).servers[url]
  const key = env.SONDE_API_KEY || held?.api_key
  const byEnvironment = Boolean(env.SONDE_API_KEY)
  const project = flags.project || env.SONDE_PROJECT || (byEnvironment ? null : (held?.project ?? null))
  const facts = await readFacts(url)
  const token = async (force: boolean): Promise<string | null> => {
    if (key) return key
    const renewed = facts.sign_in && (await renewedToken(facts.sign_in, { file, url, force }))
    if (!renewed) throw new TerminalFailure('signed-out', `Nobody is signed in at ${url}.`)
    return renewed
  }
  return { url, facts, token, project, byEnvironment }
}

/** Opens the world of commands at a server. */
export const openWorld = ({ url, facts, token, project }: Connection): Promise<Headless> =>
  openHeadless({
    call: openHttpCall({ url, projectHeader: facts.project_header, defaultQuery: facts.default_query, token }),
    project,
    now: Date.now,
    newId: randomUUID,
    pause: (ms) => pause(ms),
  })
