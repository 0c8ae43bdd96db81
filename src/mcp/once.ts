import { createHash } from 'node:crypto'
import { isUnanswered } from '../commands/core/failure-sentence.ts'
import { CommandRefused } from '../commands/core/perform.ts'
import type { HeadlessCall } from '../commands/headless/headless-world.ts'
import type { ToolAnswer } from './answer.ts'
import { answerOfUse, type SpentCodes } from './spent-codes.ts'

/**
 * Calls of an act that a code has confirmed. Each has a repeat key that follows from the code and the call: an act whose answer never came
 * is carried out again by the same code, and the server answers what it made the first time.
 */
export const onceBy =
  (call: HeadlessCall, code: () => string | null): HeadlessCall =>
  (operation, input, options) => {
    const confirmed = code()
    if (confirmed === null) return call(operation, input, options)
    const text = JSON.stringify([confirmed, operation, input])
    return call(operation, input, { ...options, repeatKey: createHash('sha256').update(text).digest('base64url') })
  }

/** An answer without its data apart, which nobody reads a second time. */
const kept = ({ parts, ...sent }: ToolAnswer): ToolAnswer => ({ ...sent, parts: { message: parts.message } })

const mayBeDone = (error: unknown): boolean =>
  error instanceof CommandRefused ? error.isUnanswered : isUnanswered(error)

/**
 * Carries an act out for the first use of its code alone, and answers later uses with what the first one answered. `refused` says an error
 * as an answer. Where the store fails after the act, its answer or error is returned all the same.
 */
export const actOnce = async (
  { code, request, spent }: { readonly code: string; readonly request: string; readonly spent: SpentCodes },
  act: () => Promise<ToolAnswer>,
  refused: (error: unknown) => ToolAnswer,
): Promise<ToolAnswer> => {
  const earlier = await spent.claim(code, request)
  if (earlier) return answerOfUse(earlier)
  let answer: ToolAnswer
  try {
    answer = await act()
  } catch (error) {
    const ending = mayBeDone(error) ? spent.release(code) : spent.settle(code, kept(refused(error)))
    // The error of the act is what its caller has to hear; later uses of the code hear that its end is not known.
    await ending.catch(() => undefined)
    throw error
  }
  // The act is done, whether its answer can be stored or not.
  await spent.settle(code, kept(answer)).catch(() => undefined)
  return answer
}
