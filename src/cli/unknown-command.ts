import { closestTo } from '../commands/core/line/closest.ts'
import { nearestPhrases } from '../commands/core/line/did-you-mean.ts'
import { phraseIn } from '../commands/core/line/phrase.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import { commands } from '../commands/registry.ts'
import { TerminalFailure } from './exit-codes.ts'
import { lineOf } from './flags.ts'
import { LOCAL } from './local-commands.ts'

/** Programs of an installation, which only its own `sonde` starts. */
const PROGRAMS = ['serve', 'agent', 'backup', 'restore', 'demo']

/** The failure of a line whose command nobody knows, with the commands that may be meant. */
export const unknownCommand = (words: readonly string[]): TerminalFailure => {
  const line = lineOf(words)
  const onScreen = phraseIn(tokensOf(line), commands)
  if (onScreen)
    return new TerminalFailure(
      'usage',
      `“${onScreen.command.words}” needs the web app: it changes what a screen shows.`,
    )
  const [first = ''] = words
  const verbs = new Set(headlessCommands.map(({ words: phrase }) => phrase.split(' ')[0] ?? ''))
  const isVerb = verbs.has(first)
  const phrases = nearestPhrases(line, headlessCommands).map(({ phrase }) => phrase)
  const others = isVerb ? [] : closestTo(first, [...Object.keys(LOCAL), ...PROGRAMS, ...verbs])
  const near = [...new Set([...phrases, ...others])].slice(0, 3)
  const typed = words
    .filter((word) => !word.startsWith('-'))
    .slice(0, 2)
    .join(' ')
  const meant = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''
  const help = isVerb ? `sonde ${first} --help` : 'sonde --help'
  return new TerminalFailure('usage', `Unknown command “${typed}”.${meant} ${help} lists the commands.`)
}
