import { TerminalFailure } from './exit-codes.ts'
import type { LocalCommand } from './local-commands.ts'

/** Refuses words that a command of the terminal has no use for: whoever wrote them would believe that they mattered. */
export const refuseSpareWords = (
  phrase: string,
  { syntax, flags = {}, most }: LocalCommand,
  words: readonly string[],
): void => {
  if (most === undefined) return
  const own = Object.keys(flags).map((flag) => flag.split(' ')[0])
  const others = words.filter((word) => !own.includes(word))
  const spare = others.find((word) => word.startsWith('-')) ?? others[most]
  if (spare !== undefined)
    throw new TerminalFailure(
      'usage',
      `sonde ${phrase} does not take “${spare}”. Usage: sonde ${phrase}${syntax === undefined ? '' : ` ${syntax}`}`,
    )
}
