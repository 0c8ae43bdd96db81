import type { Confirmation } from '../../commands/core/command.ts'
import { confirms } from '../../commands/core/confirms.ts'
import { failureSentence } from '../../commands/core/failure-sentence.ts'
import { performLine, performOutright } from '../../commands/core/line/perform-line.ts'
import { readLine } from '../../commands/core/line/read.ts'
import { isComplete, isDeciding } from '../../commands/core/line/reading.ts'
import { searchOfLine } from '../../commands/core/line/searched.ts'
import { CommandRefused, confirmationOfTyped } from '../../commands/core/perform.ts'
import type { World } from '../../commands/core/world.ts'

export { historyLine } from '../../commands/core/line/history-line.ts'
export { lineHistory } from './line-history.ts'

/** Whether a typed text confirms what a line would destroy. */
export const isConfirmedBy = (line: string, typed: string, world: World): boolean => {
  const confirmation = confirmationOfLine(line, world)
  return confirmation !== null && confirms(confirmation, typed)
}

/** Whether a line is complete enough to run or to confirm. */
export const isCompleteLine = (line: string, world: World): boolean => isComplete(readLine(line, world))

/** Confirmation a line requires; null if none, or if the line itself confirms. */
export const confirmationOfLine = (line: string, world: World): Confirmation | null => {
  const { command, args, confirmed } = readLine(line, world)
  if (!command) return null
  const confirmation = confirmationOfTyped(command, args, world)
  // It is refused where it is carried out.
  if (confirmation?.barred !== undefined) return null
  return confirmation && confirmed !== null && confirms(confirmation, confirmed) ? null : confirmation
}

/** Resolves once the server has said what the names in a line mean. Rejects with a `CommandRefused` where it does not say so. */
const namesDecided = async (line: string, world: World): Promise<void> => {
  // Reading asks for lists; a name that others may have too is searched for.
  const open = () => {
    const reading = readLine(line, world)
    return isDeciding(reading) ? { search: searchOfLine(reading, world) } : null
  }
  await world.ready?.(open)
  if (open())
    throw new CommandRefused('The server did not say in time what the names in this line mean. It was not run.')
}

/** Whether a line names what it destroys: that is confirmed where it is read. */
const isDestroying = (line: string, world: World): boolean => {
  const { command, args } = readLine(line, world)
  return command !== null && confirmationOfTyped(command, args, world) !== null
}

/** Refuses a line that nobody waits for any longer: whoever stops it does not want it any more. */
const refuseClosed = (signal: AbortSignal): void => {
  if (signal.aborted) throw new CommandRefused('The line was stopped before it could run.')
}

/** Carries out a line that was typed, in the project that is open or being opened. */
const performTyped = async (line: string, world: World, signal: AbortSignal): Promise<unknown> => {
  const before = world.project?.id
  // What is about no project is not kept waiting, least of all a switch to another one.
  if (readLine(line, world).command?.needs !== undefined) await world.ready?.(() => null)
  refuseClosed(signal)
  if (world.project?.id !== before) {
    // It is about the project that was being opened, where nobody has read it.
    await namesDecided(line, world)
    refuseClosed(signal)
    if (isDestroying(line, world))
      throw new CommandRefused(`“${world.project?.name}” was opened meanwhile. Read the line again: nothing was done.`)
    return performOutright(line, world)
  }
  try {
    return await performLine(line, world, { confirmed: true })
  } catch (failure) {
    if (world.project?.id === before) throw failure
    // A line that stayed would be repeated in another project.
    return world.tell(failureSentence(failure), { category: 'FAIL' })
  }
}

/** Carries out a line of the console. Once nobody waits for it (`signal`), a failure is shown as a message. */
export const performInConsole = async (
  { line, isOutright }: { readonly line: string; readonly isOutright?: true },
  world: World,
  signal: AbortSignal,
): Promise<unknown> => {
  try {
    if (!isOutright) return await performTyped(line, world, signal)
    await namesDecided(line, world)
    refuseClosed(signal)
    return await performOutright(line, world)
  } catch (failure) {
    // Without an answer, nobody knows whether it was.
    const isOpen = failure instanceof CommandRefused && failure.isUnanswered
    if (signal.aborted) world.tell(`${isOpen ? '' : 'Not done: '}${failureSentence(failure)}`, { category: 'FAIL' })
    throw failure
  }
}
