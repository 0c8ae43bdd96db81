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
 * as an answer.
 */
export const actOnce = async (
  { code, request, spent }: { readonly code: string; readonly request: string; readonly spent: SpentCodes },
  act: () => Promise<ToolAnswer>,
  refused: (error: unknown) => ToolAnswer,
): Promise<ToolAnswer> => {
  const earlier = await spent.claim(code, request)
  if (earlier) return answerOfUse(earlier)
  try {
    const answer = await act()
    await spent.settle(code, kept(answer))
    return answer
  } catch (error) {
    if (mayBeDone(error)) await spent.release(code)
    else await spent.settle(code, kept(refused(error)))
    throw error
  }
}
