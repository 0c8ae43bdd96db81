import type { Confirmation } from '../commands/core/command.ts'
import { confirms, YES } from '../commands/core/confirms.ts'
import type { Ready } from './answered-line.ts'
import { TerminalFailure } from './exit-codes.ts'
import { plainText, type TerminalIo } from './terminal-io.ts'

/** Answers that agree to a question without a word of its own. */
const AGREEING: ReadonlySet<string> = new Set([YES, 'y'])

const agrees = (typed: string): boolean => AGREEING.has(typed.trim().toLowerCase())

/** Asks about something permanent. Throws where nobody confirms it. */
export const confirm = async (
  confirmation: Confirmation,
  { confirmed, args }: Pick<Ready, 'confirmed'> & Partial<Pick<Ready, 'args'>>,
  { isSure, io }: { readonly isSure: boolean; readonly io: TerminalIo },
): Promise<void> => {
  // A line that names nothing is about the open project, which may be another one than whoever repeats it thinks.
  const isNamed = args === undefined || Object.keys(args).length > 0 || confirmation.word === null
  const { question, effects, word } = confirmation
  const isConfirmed = confirmed !== null && (confirms(confirmation, confirmed) || (word === null && agrees(confirmed)))
  if ((isSure && isNamed) || isConfirmed) return
  const touched = [question, ...effects.map((effect) => `  ${effect}`)].map((line) => `${plainText(line)}\n`).join('')
  io.err(touched)
  const needed = word ?? YES
  // A word that was given is wrong: whoever typed it is not asked for another one.
  if (confirmed !== null)
    throw new TerminalFailure(
      'usage',
      `Nothing was done: “${confirmed}” does not confirm it; --confirm ${needed} does.`,
    )
  const orWord = word === null ? '' : `, or with --confirm ${word}`
  if (!io.canAsk)
    throw new TerminalFailure(
      'usage',
      `Nothing was done: confirm it with ${isNamed ? `--yes${orWord}` : `--confirm ${needed}`}.`,
    )
  for (;;) {
    const typed = await io.ask(`Type ${needed} to confirm, or nothing to leave it: `)
    if (typed === null || typed.trim() === '') throw new TerminalFailure('usage', 'Nothing was done.')
    if (word === null ? agrees(typed) : confirms(confirmation, typed)) return
    io.err(`“${plainText(typed)}” does not confirm it.\n`)
  }
}
