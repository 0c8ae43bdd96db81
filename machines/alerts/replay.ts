import { assign, fromCallback, setup } from 'xstate'
import type { ProductContract } from '../../src/contract/contract.ts'
import type { AnswerOf, BodyOf } from '../../src/contract/core/endpoint.ts'
import { typed } from '../typed.ts'

/** An alert to try, stored or not. */
export type ReplayRequest = NonNullable<BodyOf<ProductContract['alert.replay']>>
/** A line of the server's answer. */
export type ReplayLine = AnswerOf<ProductContract['alert.replay']>
/** Messages that the alert would have sent, as far as it was replayed. */
export type ReplayPicture = Extract<ReplayLine, { type: 'picture' }>

export type ReplayEvent =
  | { readonly type: 'REPLAY'; readonly request: ReplayRequest }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'LINE'; readonly line: ReplayLine }
  /** The server refused, or cannot be reached. */
  | { readonly type: 'FAILED'; readonly message: string }
  /** The answer ended. */
  | { readonly type: 'ENDED' }

/** `picture` is of the newest replay; `earlier` is the last whole one before it, for comparison. */
export type ReplayContext = {
  readonly request: ReplayRequest | null
  readonly picture: ReplayPicture | null
  readonly earlier: ReplayPicture | null
  readonly problem: string | null
}

/** A replay that ended early covers another time than the next one. */
const isComparable = (picture: ReplayPicture | null) => picture?.done === true && picture.partial === null

const ENDED_EARLY = 'The connection to the server was lost before the replay ended. Try again.'

/**
 * Tries an alert over stored results before anybody trusts it. Pictures arrive while the server replays; a changed rule is replayed again,
 * and the picture before stays for comparison.
 */
export const replayMachine = setup({
  types: typed<{ context: ReplayContext; events: ReplayEvent }>(),
  actors: {
    /** Sends `LINE` for each line of the answer, then `ENDED`, or `FAILED`. Stopped before, it closes the connection. */
    replay: fromCallback<ReplayEvent, { request: ReplayRequest }>(() => {}),
  },
  guards: {
    isWaiting: ({ event }) => event.type === 'LINE' && event.line.type === 'waiting',
    isRefused: ({ event }) => event.type === 'LINE' && event.line.type === 'failed',
    isWhole: ({ event }) => event.type === 'LINE' && event.line.type === 'picture' && event.line.done,
  },
  actions: {
    begin: assign(({ context, event }) =>
      event.type === 'REPLAY'
        ? {
            request: event.request,
            earlier: isComparable(context.picture) ? context.picture : context.earlier,
            picture: null,
            problem: null,
          }
        : {},
    ),
    keep: assign(({ event }) =>
      event.type === 'LINE' && event.line.type === 'picture' ? { picture: event.line } : {},
    ),
    say: assign(({ event }) =>
      event.type === 'FAILED'
        ? { problem: event.message }
        : event.type === 'LINE' && event.line.type === 'failed'
          ? { problem: event.line.message }
          : { problem: ENDED_EARLY },
    ),
  },
}).createMachine({
  id: 'replay',
  context: { request: null, picture: null, earlier: null, problem: null },
  initial: 'idle',
  on: { REPLAY: { target: '.running', actions: 'begin' } },
  states: {
    idle: {},
    running: {
      tags: 'busy',
      invoke: {
        id: 'replay',
        src: 'replay',
        input: ({ context: { request } }) => {
          if (request === null) throw new Error('There is nothing to replay.')
          return { request }
        },
      },
      on: {
        LINE: [
          { guard: 'isWaiting', target: '.waiting' },
          { guard: 'isRefused', target: 'failed', actions: 'say' },
          { guard: 'isWhole', target: 'done', actions: 'keep' },
          { target: '.replaying', actions: 'keep' },
        ],
        FAILED: { target: 'failed', actions: 'say' },
        ENDED: { target: 'failed', actions: 'say' },
        CANCEL: 'cancelled',
        REPLAY: { target: 'running', reenter: true, actions: 'begin' },
      },
      initial: 'starting',
      states: { starting: {}, waiting: {}, replaying: {} },
    },
    done: {},
    failed: {},
    cancelled: {},
  },
})
