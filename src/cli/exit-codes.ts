import { CallError, type FieldProblem, messageOf } from '../../machines/resource/failure.ts'
import { failureSentence } from '../commands/core/failure-sentence.ts'
import { CommandBarred, CommandRefused } from '../commands/core/perform.ts'

/** Exit codes of the terminal, with what each means. */
export const EXIT_CODES = {
  done: { code: 0, about: 'it is done; every run that was waited for passed' },
  failed: {
    code: 1,
    about:
      'a run that was waited for failed or was not over in time, or there was none; a test such as that of an address failed; the audit log is not intact; or two compared objects differ',
  },
  usage: {
    code: 2,
    about: 'the line is wrong: an unknown command, flag or name, an answer is missing, or output cannot be written',
  },
  'signed-out': { code: 3, about: 'nobody is signed in, or the key or session has expired' },
  refused: {
    code: 4,
    about:
      'the server refused it: no right, no such object, a conflict, too many requests, or a run that was not started',
  },
  unreachable: { code: 5, about: 'the server cannot be reached, or failed' },
  interrupted: { code: 130, about: 'it was interrupted with Ctrl-C' },
} as const

export type Ending = keyof typeof EXIT_CODES

/** A failure with its sentence for the person at the terminal. */
export class TerminalFailure extends Error {
  readonly ending: Ending
  constructor(ending: Ending, sentence: string, options?: { cause?: unknown }) {
    super(sentence, options)
    this.ending = ending
  }
}

/** Calls that start runs: one that is not started was refused by the server, however the line was written. */
const STARTING: readonly string[] = ['monitor.run', 'workflow.run']

const endingOfFailure = ({ status, operation }: CallError['failure']): Ending => {
  if (status === null || status >= 500) return 'unreachable'
  if (status === 401) return 'signed-out'
  const isAboutLine = (status === 400 || status === 422) && !STARTING.includes(operation)
  return isAboutLine ? 'usage' : 'refused'
}

/** Whether a command itself refused what it was given: a sentence of its own, not a failed call, and no slip of a program, such as a TypeError. */
const isOwnRefusal = (cause: unknown): boolean => cause instanceof Error && cause.constructor === Error

/** The exit of anything thrown. */
export const endingOf = (thrown: unknown): Ending => {
  if (thrown instanceof TerminalFailure) return thrown.ending
  if (thrown instanceof CallError) return endingOfFailure(thrown.failure)
  if (thrown instanceof CommandBarred) return 'refused'
  if (thrown instanceof CommandRefused)
    return thrown.cause === undefined || isOwnRefusal(thrown.cause) ? 'usage' : endingOf(thrown.cause)
  return 'unreachable'
}

/** The sentence about anything thrown. */
export const sentenceOf = (thrown: unknown): string => {
  const said = (thrown instanceof CallError ? failureSentence(thrown) : messageOf(thrown)).trim()
  return endingOf(thrown) === 'signed-out' && !/sonde sign-in/.test(said) ? `${said} Sign in: sonde sign-in` : said
}

/** The field errors of anything thrown, with the paths of the API. */
export const fieldsOfFailure = (thrown: unknown): readonly FieldProblem[] => {
  if (thrown instanceof CallError) return thrown.failure.problems
  return thrown instanceof CommandRefused ? fieldsOfFailure(thrown.cause) : []
}
