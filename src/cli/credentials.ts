import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type } from 'arktype'
import { TerminalFailure } from './exit-codes.ts'

const signedIn = type({
  /** A refresh token, or an API key that never changes. */
  'refresh_token?': 'string',
  'access_token?': 'string',
  /** When the access token expires, in Unix ms. */
  'expires?': 'number',
  'api_key?': 'string',
  /** The project that commands are about, by its id. */
  'project?': 'string',
})

const stored = type({ 'server?': 'string', servers: { '[string]': signedIn } })

/** A sign-in at one server. */
export type SignedIn = typeof signedIn.infer
/** Sign-ins by server. `server` is the one that commands go to. */
export type Stored = typeof stored.infer

/** A file of the terminal, where the XDG base directories say. */
export const ownFile = (env: Readonly<Record<string, string | undefined>>, name: string): string => {
  const base = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(env.HOME || homedir(), '.config')
  return join(base, 'sonde', name)
}

/** The file that holds the sign-ins: nobody else may read it. */
export const credentialsFile = (env: Readonly<Record<string, string | undefined>>): string =>
  ownFile(env, 'credentials.json')

/** Reads the sign-ins; none where there is no file. Throws a sentence where the file cannot be read. */
export const readCredentials = (file: string): Stored => {
  const text = readableText(file)
  if (text === null) return { servers: {} }
  const read = stored(parsed(text))
  if (read instanceof type.errors)
    throw new TerminalFailure(
      'usage',
      `${file} does not hold sign-ins: delete it and sign in again, or set SONDE_API_KEY.`,
    )
  return read
}

const readableText = (file: string): string | null => {
  try {
    return textOf(file)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new TerminalFailure('usage', `${file} cannot be read: ${detail}. Mend it, or set SONDE_API_KEY.`, { cause })
  }
}

/** The text of a file; null where there is none. */
export const textOf = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw cause
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Writes the sign-ins, whole or not at all. */
export const writeCredentials = (file: string, credentials: Stored): void => {
  if (Object.keys(credentials.servers).length === 0) {
    rmSync(file, { force: true })
    return
  }
  writeOwn(file, credentials)
}

/** Writes a file that nobody else may read, whole or not at all. */
export const writeOwn = (file: string, contents: object): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${JSON.stringify(contents, null, 2)}\n`, { mode: 0o600 })
  // A file that was there before keeps its mode otherwise.
  chmodSync(fresh, 0o600)
  renameSync(fresh, file)
}

/** Changes the sign-in at one server; null ends it. */
export const changeSignIn = (file: string, url: string, change: (before: SignedIn) => SignedIn | null): void => {
  const { servers, server } = readCredentials(file)
  const { [url]: before = {}, ...others } = servers
  const after = change(before)
  const all = after === null ? others : { ...others, [url]: after }
  const next = after === null && server === url ? Object.keys(others)[0] : (server ?? url)
  writeCredentials(file, { ...(next !== undefined && { server: next }), servers: all })
}
