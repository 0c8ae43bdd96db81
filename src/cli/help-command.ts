import { phraseIn } from '../commands/core/line/phrase.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import { TerminalFailure } from './exit-codes.ts'
import { commandHelp, localHelp, verbHelp, wholeHelp } from './help.ts'
import { lineOf } from './line-of-words.ts'
import { type LocalRun, localCommandOf } from './local-commands.ts'
import { unknownCommand } from './unknown-command.ts'

/** The help of the words of a command line: of one command, of all with the first word, or of everything. */
export const helpFor = (words: readonly string[]): string => {
  if (words.length === 0) return wholeHelp()
  const local = localCommandOf(words)
  if (local) return localHelp(local.phrase, local.command)
  const found = phraseIn(tokensOf(lineOf(words)), headlessCommands)
  if (found) return commandHelp(found.command)
  const verb = words.length === 1 ? verbHelp(words[0] ?? '') : null
  if (verb !== null) return verb
  throw unknownCommand(words)
}

/** `sonde help run monitor` */
export const printHelp: LocalRun = async ({ words, io }) => {
  const length =
    localCommandOf(words)?.phrase.split(' ').length ?? phraseIn(tokensOf(lineOf(words)), headlessCommands)?.length
  if (length !== undefined && words.length > length)
    throw new TerminalFailure(
      'usage',
      `sonde help takes the words of a command: sonde help ${words.slice(0, length).join(' ')}`,
    )
  io.out(helpFor(words))
  return 0
}
