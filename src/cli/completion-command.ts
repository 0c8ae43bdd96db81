import { candidatesFor, candidatesOf, type NamesOf, takeComplete } from './completion.ts'
import { COMPLETION_SCRIPTS } from './completion-scripts.ts'
import { TerminalFailure } from './exit-codes.ts'
import type { LocalRun } from './local-commands.ts'
import { connect, openWorld } from './settings.ts'
import { plainText, type TerminalIo } from './terminal-io.ts'

/** `sonde completion bash`; the scripts themselves ask `sonde completion words -- …`. */
export const printCompletion: LocalRun = async ({ words, io }) => {
  const [shell = '', ...rest] = words
  if (shell === 'words') return printWords(rest[0] === '--' ? rest.slice(1) : rest, io)
  const script = Object.hasOwn(COMPLETION_SCRIPTS, shell) ? COMPLETION_SCRIPTS[shell] : undefined
  if (script === undefined || rest.length > 0)
    throw new TerminalFailure('usage', 'Usage: sonde completion bash|zsh|fish')
  io.out(script)
  return 0
}

const printWords = async (words: readonly string[], io: TerminalIo): Promise<number> => {
  const done = words.slice(0, -1)
  const candidates = await candidatesFor(done, words.at(-1) ?? '', namesAt(done, io))
  io.out(candidates.map(({ text, note }) => `${text}\t${plainText(note)}\n`).join(''))
  return 0
}

/** Names as the server knows them; none where nobody is signed in: a line that is being typed shows no failure. */
const namesAt =
  (done: readonly string[], io: TerminalIo): NamesOf =>
  async (kind) => {
    try {
      const world = await openWorld(await connect(takeComplete(done).flags, io.env))
      return candidatesOf(await world.entities(kind), kind)
    } catch {
      return []
    }
  }
