import { assign, setup } from 'xstate'
import type { ProductContract } from '../../src/contract/contract.ts'
import type { AnswerOf } from '../../src/contract/core/endpoint.ts'
import { type Failure, failureOf, isUnreachable } from '../resource/failure.ts'
import { notProvided } from '../resource/not-provided.ts'
import { typed } from '../typed.ts'

export type Trial = AnswerOf<ProductContract['trial.read']>

/** `tried`: the body that the last trial was started with. `known` is the state that was last read, and `trial` the outcome. */
export type TrialContext = {
  readonly tried: unknown
  readonly id: string
  readonly known: 'queued' | 'running' | null
  readonly trial: Trial | null
  readonly failure: Failure | null
  readonly tries: number
}

export type TrialEvent = { readonly type: 'START'; readonly body: unknown }

/** Milliseconds before a retry after a network failure, and the number of retries. */
const RETRY_DELAY_MS = 1_000
const MAX_TRIES = 3

const EMPTY = { id: '', known: null, trial: null, failure: null, tries: 0 } as const

const toolkit = setup({
  types: typed<{ context: TrialContext; events: TrialEvent }>(),
  actors: {
    start: notProvided<{ readonly id: string }, { body: unknown }>('start'),
    /** Reads a trial; the answer comes as soon as its state is another than the known one. */
    look: notProvided<Trial, { id: string; known: TrialContext['known'] }>('look'),
  },
  guards: {
    isOver: (_, { trial }: { trial: Trial }) => trial.state === 'done' || trial.state === 'lost',
    mayTryAgain: ({ context }, { error }: { error: unknown }) => isUnreachable(error) && context.tries < MAX_TRIES,
  },
  actions: {
    begin: assign(({ event }) => ({ ...EMPTY, tried: event.body })),
    keepId: assign((_, { id }: { id: string }) => ({ id })),
    keepKnown: assign((_, { trial }: { trial: Trial }) => ({
      known: trial.state === 'running' ? ('running' as const) : ('queued' as const),
      tries: 0,
    })),
    keepTrial: assign((_, { trial }: { trial: Trial }) => ({ trial })),
    countAttempt: assign({ tries: ({ context }) => context.tries + 1 }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf('trial.start', error) })),
  },
  delays: { again: RETRY_DELAY_MS },
})

const thrown = ({ event }: { event: { error: unknown } }) => ({ error: event.error })
const read = ({ event }: { event: { output: Trial } }) => ({ trial: event.output })
const started = { target: 'starting', actions: 'begin' } as const

/** A trial of what a form holds: started once, and followed to its outcome, also over a short interruption. */
export const trialMachine = toolkit.createMachine({
  id: 'trial',
  context: { tried: null, ...EMPTY },
  initial: 'idle',
  states: {
    idle: { on: { START: started } },
    starting: {
      tags: 'busy',
      invoke: {
        id: 'start',
        src: 'start',
        input: ({ context }) => ({ body: context.tried }),
        onDone: { target: 'following', actions: { type: 'keepId', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'keepFailure', params: thrown } },
      },
    },
    following: {
      tags: 'busy',
      invoke: {
        id: 'look',
        src: 'look',
        input: ({ context: { id, known } }) => ({ id, known }),
        onDone: [
          {
            guard: { type: 'isOver', params: read },
            target: 'over',
            actions: { type: 'keepTrial', params: read },
          },
          { target: 'following', reenter: true, actions: { type: 'keepKnown', params: read } },
        ],
        onError: [
          { guard: { type: 'mayTryAgain', params: thrown }, target: 'interrupted', actions: 'countAttempt' },
          { target: 'failed', actions: { type: 'keepFailure', params: thrown } },
        ],
      },
    },
    interrupted: { tags: 'busy', after: { again: 'following' } },
    over: { on: { START: started } },
    failed: { on: { START: started } },
  },
})
