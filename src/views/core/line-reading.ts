import type { Confirmation } from '../../commands/core/command.ts'
import { confirms } from '../../commands/core/confirms.ts'
import { failureSentence } from '../../commands/core/failure-sentence.ts'
import { performLine, performOutright } from '../../commands/core/line/perform-line.ts'
import { readLine } from '../../commands/core/line/read.ts'
import { isComplete } from '../../commands/core/line/reading.ts'
import { confirmationOf } from '../../commands/core/perform.ts'
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
  const confirmation = confirmationOf(command, args, world)
  return confirmation && confirmed !== null && confirms(confirmation, confirmed) ? null : confirmation
}

/** Milliseconds between two looks whether names are loaded, and for which they are waited for. */
const LOOK_MS = 50
const MOST_WAITED_MS = 10_000

/** Resolves once what a line may name is loaded, which it is not right after another project was opened. Reading the line asks for it. */
const namesLoaded = async (line: string, world: World): Promise<void> => {
  const isLoading = () => readLine(line, world).problems.some((problem) => problem.isLoading)
  for (let waitedMs = 0; waitedMs < MOST_WAITED_MS && isLoading(); waitedMs += LOOK_MS)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
}

/** Carries out a line of the console. Once that is closed (`signal`), a failure is shown as a message. */
export const performInConsole = async (
  { line, isOutright }: { readonly line: string; readonly isOutright?: true },
  world: World,
  signal: AbortSignal,
): Promise<unknown> => {
  try {
    if (!isOutright) return await performLine(line, world, { confirmed: true })
    await namesLoaded(line, world)
    const performed = await performOutright(line, world)
    // The next line is about the project that this one has opened.
    await world.projectOpened?.()
    return performed
  } catch (failure) {
    if (signal.aborted) world.tell(`Not done: ${failureSentence(failure)}`, { category: 'FAIL' })
    throw failure
  }
}
