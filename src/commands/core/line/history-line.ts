import type { World } from '../world.ts'
import { secretsOf } from './mask-secrets.ts'
import { readLine } from './read.ts'
import { isComplete } from './reading.ts'
import { writeLine } from './write.ts'

/**
 * A line as it is kept for the next time; null for one that is not: it says a secret, or it is of something that is gone for good, such as an action of the session.
 */
export const historyLine = (line: string, world: World): string | null => {
  const reading = readLine(line, world)
  const { command, args } = reading
  const isOfSession = args.entry !== undefined && command?.undo === 'unneeded'
  if (
    !command ||
    command.effect === 'destroy' ||
    isOfSession ||
    secretsOf({ command, args }).some((key) => args[key] !== undefined)
  )
    return null
  // The action may have given its object another name: what no longer reads is kept as it was typed.
  return isComplete(reading) ? writeLine(command, args, world) : command.secret.length === 0 ? line.trim() : null
}
