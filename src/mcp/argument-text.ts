import { type Argument, nameOfArgument } from '../commands/core/argument.ts'
import { kinds } from '../commands/kinds.ts'

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')

/** A question that says no more than the argument's name, or the noun of its kind: “In which room?” of `room_id`. */
const isPlain = (prompt: string, argument: Argument): boolean => {
  const { key, kind } = argument
  const asked = prompt.replace(/^(\w+ )?which /i, '').replace(/\?$/, '')
  if ([key, nameOfArgument(argument)].some((each) => lettersOf(each).includes(lettersOf(asked).replace(/s$/, ''))))
    return true
  return /^Which /.test(prompt) && kind !== null && kinds[kind].noun.some((each) => each === asked)
}

const ofKind = (kind: NonNullable<Argument['kind']>): string => {
  if (kind === 'tag') return 'A new tag is created by its first use.'
  const ids = kinds[kind].named === 'by any text' ? 'by its id' : 'by its id or name'
  return `A ${kinds[kind].noun[0]}, ${ids}.`.replace(/^A (?=[aeio])/i, 'An ')
}

const unitWord = (unit: 's' | 'min'): string => (unit === 's' ? 'seconds' : 'minutes')

/** Description of an argument, as far as its name does not say it: its meaning, its kind and its unit; undefined where the name says all. */
export const argumentText = (argument: Argument): string | undefined => {
  const { kind, prompt, isTime, unit } = argument
  const parts = [
    prompt === null || isPlain(prompt, argument) ? null : prompt,
    kind === null ? null : ofKind(kind),
    isTime ? 'A time, such as 2030-01-31T09:00:00Z.' : null,
    unit === null || prompt?.includes(unitWord(unit)) ? null : `In ${unitWord(unit)}.`,
  ]
  return parts.filter((each) => each !== null).join(' ') || undefined
}
