import { isSecretPair, writesSecret } from '../../../domain/secrets/written-secret.ts'
import type { World } from '../world.ts'
import { secretsOf } from './mask-secrets.ts'
import { readLine } from './read.ts'
import { isComplete } from './reading.ts'
import { writeLine } from './write.ts'

/** Whether a value of an argument spells out a secret: a header such as `Authorization`, an address with a password, a body with a token. */
const spellsSecret = (value: unknown): boolean => {
  if (typeof value === 'string') return writesSecret(value)
  if (typeof value !== 'object' || value === null) return false
  const pair = 'key' in value && 'value' in value ? [[String(value.key), value.value] as const] : Object.entries(value)
  return pair.some(([name, each]) => (typeof each === 'string' && isSecretPair(name, each)) || spellsSecret(each))
}

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
    secretsOf({ command, args }).some((key) => args[key] !== undefined) ||
    (isComplete(reading) ? spellsSecret(args) : writesSecret(line))
  )
    return null
  // The action may have given its object another name: what no longer reads is kept as it was typed.
  return isComplete(reading) ? writeLine(command, args, world) : command.secret.length === 0 ? line.trim() : null
}
