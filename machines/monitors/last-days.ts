import { assign, setup } from 'xstate'
import type { ProductContract } from '../../src/contract/contract.ts'
import type { AnswerOf } from '../../src/contract/core/endpoint.ts'
import { type Failure, failureOf } from '../resource/failure.ts'
import { notProvided } from '../resource/not-provided.ts'
import { typed } from '../typed.ts'

type Answer = AnswerOf<ProductContract['statistics.before']>
/** The last 24 hours of one monitor, by hour. */
export type LastDay = Answer['results'][string]

/** Milliseconds for which rows that come into view are gathered, to be read together. */
const GATHER_MS = 40
/** A row with a new result is not read again sooner than this after its last reading, in milliseconds. */
const PAUSE_MS = 5_000
/** A reading that is older than this is read again when its row is drawn again, in milliseconds. */
const FRESH_MS = 60_000
/** The most rows that one request may ask for. */
const MOST_AT_ONCE = 500

/** A row's reading: when it was asked for, in milliseconds since 1970, and the row's newest result at that time. */
type Reading = { readonly at: number; readonly newest: string | null; readonly day: LastDay | null }
export type Readings = Readonly<Record<string, Reading>>

/** The newest result of each row, by the monitor's id; null for a monitor without results. */
type Rows = Readonly<Record<string, string | null>>

/** `wanted` are rows to read next, `asked` those of the request that is under way. `at` is the time of the last event. */
export type LastDaysContext = {
  readonly known: Readings
  readonly wanted: Rows
  readonly asked: Rows
  readonly at: number
  readonly failure: Failure | null
}

export type LastDaysEvent =
  /** A row is drawn, for the first time or with another newest result. */
  | { readonly type: 'SEEN'; readonly id: string; readonly newest: string | null; readonly at: number }
  /** The server answers again after it was away. */
  | { readonly type: 'SERVER_BACK' }

const isEmpty = (rows: Rows): boolean => Object.keys(rows).length === 0
const firstOf = (rows: Rows): Rows => Object.fromEntries(Object.entries(rows).slice(0, MOST_AT_ONCE))
const restOf = (rows: Rows): Rows => Object.fromEntries(Object.entries(rows).slice(MOST_AT_ONCE))

const toolkit = setup({
  types: typed<{ context: LastDaysContext; events: LastDaysEvent; input: { readonly known: Readings } }>(),
  actors: { read: notProvided<Answer['results'], { callIds: readonly string[] }>('read') },
  guards: {
    isKnown: ({ context: { known }, event }) => {
      const reading = event.type === 'SEEN' ? known[event.id] : undefined
      return event.type === 'SEEN' && reading?.newest === event.newest && event.at - reading.at < FRESH_MS
    },
    isAsked: ({ context: { asked }, event }) => event.type === 'SEEN' && asked[event.id] === event.newest,
    isEarly: ({ context: { known }, event }) =>
      event.type === 'SEEN' && event.at - (known[event.id]?.at ?? Number.NEGATIVE_INFINITY) < PAUSE_MS,
    hasWanted: ({ context }) => !isEmpty(context.wanted),
    isUnanswered: ({ context }) => context.failure?.status === null,
  },
  delays: { gather: GATHER_MS, pause: PAUSE_MS },
  actions: {
    want: assign(({ context, event }) =>
      event.type === 'SEEN' ? { wanted: { ...context.wanted, [event.id]: event.newest }, at: event.at } : {},
    ),
    ask: assign(({ context: { wanted } }) => ({ asked: firstOf(wanted), wanted: restOf(wanted), failure: null })),
    keepDays: assign(({ context: { known, asked, at } }, { days }: { days: Answer['results'] }) => ({
      known: {
        ...known,
        ...Object.fromEntries(
          Object.entries(asked).map(([id, newest]) => [id, { at, newest, day: days[id] ?? null }] as const),
        ),
      },
      asked: {},
    })),
    keepFailure: assign(({ context: { wanted, asked } }, { failure }: { failure: Failure }) => ({
      failure,
      wanted: { ...asked, ...wanted },
      asked: {},
    })),
  },
})

/** The last 24 hours of each row of a list that was seen: read together, kept, and read again after a new result. */
export const lastDaysMachine = toolkit.createMachine({
  id: 'lastDays',
  context: ({ input }) => ({ known: input.known, wanted: {}, asked: {}, at: 0, failure: null }),
  initial: 'resting',
  states: {
    resting: {
      on: {
        SEEN: [
          { guard: 'isKnown' },
          { guard: 'isEarly', target: 'pausing', actions: 'want' },
          { target: 'gathering', actions: 'want' },
        ],
      },
    },
    // Rows that come into view meanwhile take those that pause along.
    pausing: {
      after: { pause: 'reading' },
      on: {
        SEEN: [{ guard: 'isKnown' }, { guard: 'isEarly', actions: 'want' }, { target: 'gathering', actions: 'want' }],
      },
    },
    gathering: {
      after: { gather: 'reading' },
      on: { SEEN: [{ guard: 'isKnown' }, { actions: 'want' }] },
    },
    reading: {
      tags: 'busy',
      entry: 'ask',
      invoke: {
        id: 'read',
        src: 'read',
        input: ({ context }) => ({ callIds: Object.keys(context.asked) }),
        onDone: [
          {
            guard: 'hasWanted',
            target: 'gathering',
            actions: { type: 'keepDays', params: ({ event }) => ({ days: event.output }) },
          },
          { target: 'resting', actions: { type: 'keepDays', params: ({ event }) => ({ days: event.output }) } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf('last-days', event.error) }) },
        },
      },
      on: { SEEN: [{ guard: 'isAsked' }, { guard: 'isKnown' }, { actions: 'want' }] },
    },
    failed: {
      on: {
        SEEN: { target: 'gathering', actions: 'want' },
        SERVER_BACK: { guard: 'isUnanswered', target: 'gathering' },
      },
    },
  },
})
