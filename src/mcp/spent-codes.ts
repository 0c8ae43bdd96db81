import { createHash } from 'node:crypto'
import { refusedWith, type ToolAnswer } from './answer.ts'

/** Use of a code that was made before: still under way, without a known end, for another call, or over with an answer. */
export type EarlierUse = 'running' | 'lost' | 'other' | { readonly answer: ToolAnswer }

/** Milliseconds after which a use without an answer is no longer taken to be under way: clients wait a minute, and an act a few. */
const LONGEST_ACT_MS = 300_000

/** Says of a use without an answer whether it may still be under way: its server may have ended, or could not store the answer. */
export const withoutAnswer = (begunMs: number, nowMs: number): 'running' | 'lost' =>
  nowMs - begunMs > LONGEST_ACT_MS ? 'lost' : 'running'

/** The uses of codes that confirm, of one caller. A use is for one request: a text that says the call. */
export type SpentCodes = {
  /** The use of a code; null: it was not used. */
  find(code: string, request: string): Promise<EarlierUse | null>
  /** Uses a code up; the earlier use where there is one. Of two at once, one is the first. */
  claim(code: string, request: string): Promise<EarlierUse | null>
  /** Stores what the call of the first use answered, for a client that lost the answer. */
  settle(code: string, answer: ToolAnswer): Promise<void>
  /** Makes a code valid again: whether its call was carried out is not known. */
  release(code: string): Promise<void>
}

/** The text that stands for a call of a caller. The same call, sent again, has the same one. */
export const requestOf = (command: string, given: Readonly<Record<string, unknown>>): string => {
  const sorted = Object.entries(given).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return createHash('sha256')
    .update(JSON.stringify([command, sorted]))
    .digest('base64')
}

const AGAIN = 'This code has acted once, and acts no more: nothing was done now. Its call answered:'

/** The answer to a call whose code was used before: what the first use answered, and that nothing was done now. */
export const answerOfUse = (use: EarlierUse): ToolAnswer => {
  if (use === 'running')
    return refusedWith('The call that this code confirmed is still being carried out. Nothing was done by this one.')
  if (use === 'lost')
    return refusedWith(
      'The call that this code confirmed was begun, and its answer was not stored: it may have been carried out. Nothing was done by this one. Read what it changes before you call it again, without confirm.',
    )
  if (use === 'other')
    return refusedWith(
      'This code has confirmed another call, and acts once. Nothing was done: call it without confirm.',
    )
  const { content, structuredContent, isError, parts } = use.answer
  const message = `${AGAIN} ${String(parts.message)}`
  return {
    content: [{ type: 'text', text: AGAIN }, ...content],
    ...(structuredContent && { structuredContent: { ...structuredContent, message } }),
    ...(isError && { isError }),
    parts: { ...parts, message },
  }
}

/** Codes that a process has seen used. Its codes end with it, so it needs no store. */
export const openSpentCodes = (): SpentCodes => {
  const uses = new Map<string, { readonly request: string; readonly answer: ToolAnswer | null }>()
  const usedBefore = (code: string, request: string): EarlierUse | null => {
    const use = uses.get(code)
    if (!use) return null
    if (use.request !== request) return 'other'
    return use.answer === null ? 'running' : { answer: use.answer }
  }
  return {
    find: async (code, request) => usedBefore(code, request),
    async claim(code, request) {
      const earlier = usedBefore(code, request)
      if (!earlier) uses.set(code, { request, answer: null })
      return earlier
    },
    async settle(code, answer) {
      const use = uses.get(code)
      if (use) uses.set(code, { ...use, answer })
    },
    async release(code) {
      uses.delete(code)
    },
  }
}
