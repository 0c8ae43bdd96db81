import type { Confirmation } from '../../commands/command.ts'
import { readLine } from '../../commands/line/read.ts'
import { isComplete } from '../../commands/line/reading.ts'
import { confirmationOf } from '../../commands/perform.ts'
import type { World } from '../../commands/world.ts'

export { memorable } from '../../commands/line/memorable.ts'
export { performLine } from '../../commands/line/perform-line.ts'

/** Whether a line can be carried out, or asked about, as it stands. */
export const isCompleteLine = (line: string, world: World): boolean => isComplete(readLine(line, world))

/** What a line asks before it is carried out; null where it asks nothing, or was confirmed in the line itself. */
export const confirmationOfLine = (line: string, world: World): Confirmation | null => {
  const { command, args, confirmed } = readLine(line, world)
  if (!command) return null
  const confirmation = confirmationOf(command, args, world)
  return confirmation && confirmed === confirmation.word ? null : confirmation
}
