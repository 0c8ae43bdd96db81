import { changeSignIn, credentialsFile, readCredentials, writeCredentials, writeOwn } from './credentials.ts'
import { dataText } from './data-text.ts'
import { TerminalFailure } from './exit-codes.ts'
import { formatAmong } from './formats.ts'
import { LOCAL, type LocalContext, type LocalRun } from './local-commands.ts'
import { readFacts, type ServerFacts, serverUrl } from './server-facts.ts'
import { chosenServer, connect, isKey, namedProject, openWorld } from './settings.ts'
import { awaitSignIn, beginSignIn } from './sign-in.ts'
import { askHidden, paintOf, plainText } from './terminal-io.ts'
import { dropUndoAt } from './undo-store.ts'
import { isLoopback } from './unreachable.ts'
import { signInsOnly, terminalVariable } from './variables.ts'

/** `sonde sign-in https://sonde.example.com` */
export const signIn: LocalRun = async ({ words, flags, io }) => {
  const byKey = words.includes('--key')
  const named = words.find((word) => word !== '--key')
  const url = named === undefined ? chosenServer(flags, io.env) : serverUrl(named)
  if (url === null) throw new TerminalFailure('usage', 'Name the server: sonde sign-in https://sonde.example.com')
  const file = credentialsFile(io.env)
  // What would fail after it is refused before anybody confirms a code.
  refuseUnwritable(file)
  namedProject(flags, io.env)
  const facts = await readFacts(url)
  if (url.startsWith('http:') && !isLoopback(url))
    io.err(`Careful: ${url} is not encrypted, and everybody on the way can read what you send.\n`)
  if (byKey) {
    const key = await keyFrom(io)
    await greet({ url, flags, io, typedKey: key })
    changeSignIn(file, url, () => ({ api_key: key }))
  } else {
    const tokens = await byCode(facts, io)
    changeSignIn(file, url, () => tokens)
    await greet({ url, flags, io: { ...io, env: signInsOnly(io.env) } })
  }
  // The last sign-in is the server that commands go to.
  writeCredentials(file, { ...readCredentials(file), server: url })
  return 0
}

/** Refuses a sign-in that could not be stored, before anybody is told that it is done. */
const refuseUnwritable = (file: string): void => {
  const stored = readCredentials(file)
  try {
    writeOwn(file, stored)
    // Nothing is left of it where nobody was signed in.
    writeCredentials(file, stored)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const instead = 'A key in SONDE_API_KEY needs no file.'
    throw new TerminalFailure('usage', `A sign-in cannot be stored here: ${plainText(reason)}. ${instead}`, { cause })
  }
}

/** An API key, asked for until it looks like one, or read from standard input. */
const keyFrom = async (io: LocalContext['io']): Promise<string> => {
  for (;;) {
    const key = io.canAsk ? await askHidden(io, 'API key: ') : await io.readInput()
    if (key !== null && isKey(key.trim())) return key.trim()
    if (key === null || !io.canAsk) throw new TerminalFailure('usage', 'That is no API key.')
    io.err('That is no API key. Ctrl-C ends the command.\n')
  }
}

const byCode = async ({ sign_in: endpoints }: ServerFacts, io: LocalContext['io']) => {
  if (!endpoints)
    throw new TerminalFailure(
      'usage',
      'An identity provider signs people in at this server. Create an API key in the web app, then: sonde sign-in --key',
    )
  const paint = paintOf(io)
  const code = await beginSignIn(endpoints)
  io.err(`Open ${code.verification_uri_complete ?? code.verification_uri}\n`)
  io.err(`and confirm this code there: ${paint.bold(code.user_code)}\n`)
  if (!io.canAsk)
    io.err(
      `Waiting up to ${Math.round(code.expires_in / 60)} minutes for that. Without a person: SONDE_API_KEY, or sonde sign-in --key, which reads a key from standard input.\n`,
    )
  return awaitSignIn(endpoints, code, io.interrupted)
}

type Greeting = Pick<LocalContext, 'flags' | 'io'> & { readonly url: string; readonly typedKey?: string }

/** Says who is signed in; what is wrong with a key is told here. */
const greet = async ({ url, flags, io, typedKey }: Greeting): Promise<void> => {
  const world = await openWorld(
    await connect({ ...flags, server: url }, io.env, typedKey === undefined ? {} : { typedKey }),
  )
  // Later commands stay with it, whatever is opened in a browser.
  const pinned = world.project?.id
  if (pinned !== undefined && typedKey === undefined)
    changeSignIn(credentialsFile(io.env), url, (before) => ({ ...before, project: before?.project ?? pinned }))
  const { account } = world.session.meta
  const who = account ? ` as ${plainText(account.name)}` : ''
  const where = world.project ? ` Commands are about the project “${plainText(world.project.name)}”.` : ''
  io.err(`Signed in at ${url}${who}.${where}\n`)
}

/** `sonde sign-out https://sonde.example.com`; without an address, at the server that commands go to, unless a key of the environment is used there. */
export const signOut: LocalRun = async ({ words: [named], flags, io }) => {
  const url = named === undefined ? chosenServer(flags, io.env) : serverUrl(named)
  if (named !== undefined && flags.server !== undefined && serverUrl(flags.server) !== url)
    throw new TerminalFailure('usage', `Nobody was signed out: ${named} and --server ${flags.server} are two servers.`)
  // Commands do not read the stored sign-ins then.
  if (named === undefined && terminalVariable(io.env, 'SONDE_API_KEY') !== undefined) {
    const other = url === null ? '' : ` A stored sign-in is ended by its address: sonde sign-out ${url}`
    throw new TerminalFailure(
      'usage',
      `Nobody was signed out: the key is in SONDE_API_KEY, and ends with that variable.${other}`,
    )
  }
  const file = credentialsFile(io.env)
  const { servers } = readCredentials(file)
  const held = url === null ? undefined : servers[url]
  if (url === null || !held) {
    const others = Object.keys(servers)
    const elsewhere = others.length === 0 ? '' : ` You are signed in at ${others.join(', ')}.`
    // Whoever names a server believes to be signed in there.
    if (named !== undefined) throw new TerminalFailure('usage', `Nobody is signed in at ${url}.${elsewhere}`)
    io.err(`Nobody is signed in${url === null ? '' : ` at ${url}`}.${elsewhere}\n`)
    return 0
  }
  if (held.api_key === undefined) {
    await connect({ server: url }, { ...signInsOnly(io.env), SONDE_PROJECT: undefined })
      .then(async (connection) => (await openWorld(connection)).call('session.end', {}))
      // The session is over already, or its tokens are gone with the file.
      .catch(() => io.err('The server was not told: the session there ends by itself.\n'))
  }
  changeSignIn(file, url, () => null)
  dropUndoAt(url, io.env)
  io.err(`Signed out at ${url}.\n`)
  return 0
}

/** `sonde whoami` */
export const whoAmI: LocalRun = async ({ flags, io }) => {
  const format = formatAmong(flags, LOCAL.whoami?.formats ?? [])
  const connection = await connect(flags, io.env)
  const { session, project } = await openWorld(connection)
  const { account, account_id: id } = session.meta
  const facts = {
    server: connection.url,
    account: account?.name ?? null,
    account_id: id,
    project: project?.name ?? null,
    project_id: project?.id ?? null,
    access_level: project?.level ?? null,
  }
  if (format !== 'table') io.out(dataText(facts, format))
  else {
    io.out(`Server   ${connection.url}\n`)
    io.out(`Account  ${plainText(account?.name ?? 'none: an API key')}\n`)
    io.out(`Project  ${project ? `${plainText(project.name)} (${project.level})` : 'none'}\n`)
  }
  return 0
}
