import type { World } from '../world.ts'
import { secretsOf } from './mask-secrets.ts'
import { readLine } from './read.ts'
import { writeLine } from './write.ts'

/**
 * A line as it is kept for the next time; null for one that is not: it says a secret, or it is of something that is gone for good.
 */
export const historyLine = (line: string, world: World): string | null => {
  const { command, args } = readLine(line, world)
  if (!command || command.effect === 'destroy' || secretsOf({ command, args }).some((key) => args[key] !== undefined))
    return null
  return writeLine(command, args, world)
}
