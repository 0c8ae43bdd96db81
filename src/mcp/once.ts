import { createHash } from 'node:crypto'
import type { HeadlessCall } from '../commands/headless/headless-world.ts'

/**
 * Calls of an act that a code has confirmed. Each has a repeat key that follows from the code and the call, so that the same code again, with
 * the same call, creates nothing a second time: the server answers with what it made the first time.
 */
export const onceBy =
  (call: HeadlessCall, code: () => string | null): HeadlessCall =>
  (operation, input, options) => {
    const confirmed = code()
    if (confirmed === null) return call(operation, input, options)
    const text = JSON.stringify([confirmed, operation, input])
    return call(operation, input, { ...options, repeatKey: createHash('sha256').update(text).digest('base64url') })
  }
