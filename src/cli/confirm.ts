import type { Confirmation } from '../commands/core/command.ts'
import { confirms, YES } from '../commands/core/confirms.ts'
import type { Entity } from '../commands/core/world.ts'
import type { Ready } from './answered-line.ts'
import { TerminalFailure } from './exit-codes.ts'
import { plainText, type TerminalIo } from './terminal-io.ts'

/** Answers that agree to a question without a word of its own. */
const AGREEING: ReadonlySet<string> = new Set([YES, 'y'])

const agrees = (typed: string): boolean => AGREEING.has(typed.trim().toLowerCase())

/**
 * Asks about something permanent. Throws where nobody confirms it. `inexact`: objects that the line reaches by a slug; a confirmation that
 * was given before the question is none for them, because only the question shows which they are.
 */
export const confirm = async (
  confirmation: Confirmation,
  { confirmed, args }: Pick<Ready, 'confirmed'> & Partial<Pick<Ready, 'args'>>,
  {
    isSure,
    inexact = [],
    io,
  }: { readonly isSure: boolean; readonly inexact?: readonly Entity[]; readonly io: TerminalIo },
): Promise<void> => {
  // A line that names nothing is about the open project, which may be another one than whoever repeats it thinks.
  const isNamed = args === undefined || Object.keys(args).length > 0 || confirmation.word === null
  const { question, effects, word } = confirmation
  const isConfirmed = confirmed !== null && (confirms(confirmation, confirmed) || (word === null && agrees(confirmed)))
  const [other] = inexact
  if (other && !io.canAsk && (isSure || isConfirmed))
    throw new TerminalFailure(
      'usage',
      `Nothing was done: the line means “${other.name}”, and does not name it exactly. Without a question it takes the whole name, or the id ${other.id}.`,
    )
  if (!other && ((isSure && isNamed) || isConfirmed)) return
  const touched = [question, ...effects.map((effect) => `  ${effect}`)].map((line) => `${plainText(line)}\n`).join('')
  io.err(touched)
  const needed = word ?? YES
  // A word that was given is wrong: whoever typed it is not asked for another one.
  if (confirmed !== null && !isConfirmed)
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
