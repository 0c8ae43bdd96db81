import { phraseIn } from '../../commands/core/line/phrase.ts'
import { tokensOf } from '../../commands/core/line/tokens.ts'
import { commands } from '../../commands/registry.ts'
import { MASK } from '../../domain/secrets/masking.ts'

/** A typed line without the arguments of a command that takes a secret: while somebody types, it is not known which of them it is. */
export const maskedLine = (line: string): string => {
  const tokens = tokensOf(line)
  const phrase = phraseIn(tokens, commands)
  const end = tokens[(phrase?.length ?? 0) - 1]?.to
  if (!phrase || end === undefined || phrase.command.secret.length === 0 || line.slice(end).trim() === '') return line
  return `${line.slice(0, end)} ${MASK}`
}
