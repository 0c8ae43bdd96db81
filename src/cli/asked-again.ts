import { argumentsOf } from '../commands/core/argument.ts'
import { type Headless, PartlyDone } from '../commands/headless/headless.ts'
import { answered, type Ready } from './answered-line.ts'
import { endingOf, fieldsOfFailure, sentenceOf } from './exit-codes.ts'
import { plainText, type TerminalIo } from './terminal-io.ts'

/** The names in the path of a field: `parameters.email_address.0` has three. */
const namesIn = (field: string): ReadonlySet<string> => new Set(field.split(/[.[\]]+/))

/** The answers that a server refused: those of the fields that it names. */
const refusedAnswers = (failure: unknown, { command, answers }: Ready): Ready['answers'] => {
  if (failure instanceof PartlyDone || endingOf(failure) !== 'usage') return []
  const all = argumentsOf(command)
  const refused = fieldsOfFailure(failure).flatMap(({ field }) => {
    const names = namesIn(field)
    const named = all.filter(({ key }) => names.has(key))
    const asked = answers.filter(({ argument }) => named.includes(argument))
    // A field that no argument is called like takes the answer that was a text: the receiver of an alert is an email address.
    const texts = answers.filter(({ argument: { kind, choices } }) => kind === null && choices === null)
    return named.length === 0 ? texts.slice(-1) : asked
  })
  return [...new Set(refused)]
}

/** The line with other answers for those that a server refused; null where it refused none of them. Nothing was done before. */
export const askedAgain = async (
  failure: unknown,
  ready: Ready,
  { line, world, io }: { readonly line: string; readonly world: Headless; readonly io: TerminalIo },
): Promise<Ready | null> => {
  const refused = refusedAnswers(failure, ready)
  if (!io.canAsk || refused.length === 0) return null
  io.err(`${plainText(sentenceOf(failure))}\n`)
  return answered(
    line,
    world,
    io,
    ready.answers.filter((answer) => !refused.includes(answer)),
  )
}
