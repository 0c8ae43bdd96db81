import { phraseIn } from '../../commands/core/line/phrase.ts'
import { tokensOf } from '../../commands/core/line/tokens.ts'
import { commands } from '../../commands/registry.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { writesSecret } from '../../domain/secrets/written-secret.ts'

/** A typed line without its arguments where they spell out a secret, or its command takes one: while somebody types, it is not known which of them it is. */
export const maskedLine = (line: string): string => {
  const tokens = tokensOf(line)
  const phrase = phraseIn(tokens, commands)
  const end = tokens[(phrase?.length ?? 0) - 1]?.to
  if (!phrase || end === undefined || line.slice(end).trim() === '') return line
  if (phrase.command.secret.length === 0 && !writesSecret(line.slice(end))) return line
  return `${line.slice(0, end)} ${MASK}`
}
