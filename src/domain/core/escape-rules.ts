import { ESCAPE_NAMES } from './escapes-of-values.ts'
import { unknownEscapeIn } from './placeholders.ts'
import { type Problem, problem } from './problem.ts'

/** The sentence, without its subject, about a text that asks for an unknown escape, such as `{{ NAME | upper }}`; null for others. */
export const escapeFault = (text: string | null | undefined): string | null => {
  const name = text ? unknownEscapeIn(text) : null
  if (name === null) return null
  const asked = name === '' ? '' : `, not ${name}`
  return `must name ${ESCAPE_NAMES.slice(0, -1).join(', ')} or ${ESCAPE_NAMES.at(-1)} after the bar of a variable${asked}. To send such braces as they are, write {{ '{{' }} for {{`
}

/** Field errors of texts with an unknown escape; each text comes with its field. */
export const escapeProblems = (
  texts: readonly (readonly [field: string, text: string | null | undefined])[],
): Problem[] =>
  texts.flatMap(([field, text]) => {
    const fault = escapeFault(text)
    return fault === null ? [] : [problem(field, 'unknown', `${fault}.`)]
  })
