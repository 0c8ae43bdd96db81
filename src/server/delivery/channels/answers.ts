import { quotedLine } from '../../../domain/core/cut-text.ts'
import type { Answer, Verdict } from './channel.ts'

/** A field of a response's JSON object; undefined if the body is not one. */
type Said = Readonly<Record<string, unknown>>

const LONGEST_QUOTED = 200

/** Reads a response as a JSON object; an empty one if it is anything else. */
const saidIn = ({ body }: Answer): Said => {
  try {
    const said: unknown = JSON.parse(body.toString('utf8'))
    return typeof said === 'object' && said !== null ? Object.fromEntries(Object.entries(said)) : {}
  } catch {
    return {}
  }
}

/** A receiver's words on one line. */
export const quoted = (words: unknown): string =>
  quotedLine(typeof words === 'string' ? words : JSON.stringify(words ?? ''), LONGEST_QUOTED)

/** Milliseconds of a wait that a receiver tells in seconds. */
export const waitOf = (seconds: unknown): Pick<Verdict, 'retryAfterMs'> =>
  typeof seconds === 'number' && seconds > 0 ? { retryAfterMs: seconds * 1000 } : {}

/** A verdict from a response's JSON. */
export const bySaid =
  (judge: (said: Said, httpCode: number) => Verdict | null) =>
  (answer: Answer): Verdict | null =>
    judge(saidIn(answer), answer.httpCode)

/** A verdict from a list of errors. */
export const byErrors = (field: string) =>
  bySaid((said) => {
    const errors = said[field]
    return Array.isArray(errors) && errors.length > 0 ? { refused: quoted(errors[0]) } : null
  })
