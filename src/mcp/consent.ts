import type { Confirmation } from '../commands/core/command.ts'
import { refusedWith, type ToolAnswer } from './answer.ts'
import type { ConfirmationCodes, Verdict } from './confirmation-code.ts'

/** A question for the person of a client that can ask. `state` comes back with the answer. */
export type PersonAsked = {
  readonly ask: { readonly message: string; readonly button: string; readonly state: string }
}

/** The person behind a call. */
export type Person = {
  /** The client declared that it can ask. */
  readonly canBeAsked: boolean
  /** The answer to the question of this very call; null: not asked yet. */
  readonly answer: { readonly agrees: boolean; readonly state: string } | null
}

/** A person whom the client cannot ask: the model passes the question on. */
export const UNREACHED: Person = { canBeAsked: false, answer: null }

const REFUSALS: Readonly<Record<Exclude<Verdict, 'right'>, string>> = {
  unknown: 'This is no code that this connection was given.',
  expired: 'This code has expired: codes are valid for five minutes.',
  other: 'This code is for another call, or what it touches has changed since.',
}

const linesOf = ({ question, effects }: Confirmation): readonly string[] => [question, ...effects]

/** Whether the call may go on: null if so, else what to answer. A code for the person is none for the model, which never sees it. */
export const consentTo = (
  confirmation: Confirmation,
  asked: string,
  { codes, person, given }: { codes: ConfirmationCodes; person: Person; given: unknown },
): ToolAnswer | PersonAsked | null => {
  if (person.canBeAsked) {
    const ofPerson = `person ${asked}`
    const { answer } = person
    if (answer && !answer.agrees) return refusedWith('The person did not agree. Nothing was done.')
    if (answer && codes.verify(answer.state, ofPerson) === 'right') return null
    const message = linesOf(confirmation).join('\n')
    return { ask: { message, button: confirmation.button, state: codes.issue(ofPerson) } }
  }
  const verdict = typeof given === 'string' ? codes.verify(given, asked) : null
  if (verdict === 'right') return null
  const code = codes.issue(asked)
  const { question, effects } = confirmation
  return refusedWith(
    [
      ...(verdict === null ? [] : [REFUSALS[verdict]]),
      ...linesOf(confirmation),
      `Nothing was done. If the person agrees, call it again with the same arguments and confirm: "${code}", within five minutes.`,
    ].join('\n'),
    { needs_confirmation: { question, effects, code, valid_seconds: 300 } },
  )
}
