import type { Headless } from '../commands/headless/headless.ts'
import type { Outcome } from '../commands/headless/outcome.ts'
import { changeSignIn, credentialsFile } from './credentials.ts'
import { TerminalFailure } from './exit-codes.ts'
import type { Connection } from './settings.ts'
import { plainText, type TerminalIo } from './terminal-io.ts'

/** The name of a project: of those that were there, or of one that the command has just made. */
const nameOf = (id: string, { written }: Outcome, { session }: Headless): string => {
  const known = session.projects.find(({ project }) => project.id === id)?.project.name
  const made = written.map(({ answer }) => Object(answer) as { id?: unknown; name?: unknown })
  return known ?? String(made.find((answer) => answer.id === id)?.name ?? id)
}

/**
 * Keeps the project that a command switches to for the next commands, and says which it is. A key of the environment stores nothing. In a
 * script, a project that was made is not switched to: its next lines are about the one before.
 */
export const keepProject = (
  outcome: Outcome,
  { url, byEnvironment }: Connection,
  world: Headless,
  io: TerminalIo,
): void => {
  const { switchedTo: id, written } = outcome
  if (id === null) return
  const name = plainText(nameOf(id, outcome, world))
  const isMade = written.length > 0
  const before = world.project === null ? '' : `Commands are still about “${plainText(world.project.name)}”. `
  if (!byEnvironment && isMade && !(io.isTerminal && io.canAsk))
    io.err(`${before}To “${name}”: sonde switch project ${id}\n`)
  else if (!byEnvironment) {
    changeSignIn(credentialsFile(io.env), url, (before) => ({ ...before, project: id }))
    io.err(`Commands are about “${name}” now. Back: sonde switch project ${world.project?.id ?? 'NAME'}\n`)
  } else if (isMade) io.err(`Commands go to “${name}” with SONDE_PROJECT=${id}, or --project.\n`)
  else
    throw new TerminalFailure('usage', `SONDE_API_KEY decides the project. Set SONDE_PROJECT=${id}, or use --project.`)
}
