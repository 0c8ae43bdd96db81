import { assign, cancel, raise, setup } from 'xstate'
import type { LiveMachineEvent } from './live.ts'
import type { ProjectSwitchEvent } from './projects/project-switch-context.ts'
import type { CacheEvent } from './resource/cache-events.ts'
import { notProvided } from './resource/not-provided.ts'
import { typed } from './typed.ts'

/** Response of the probe: the version that the server runs. */
export type Reached = { readonly version: string }

/** `version` is the page's own; `now` the clock, in Unix ms. */
export type ConnectionInput = { readonly version: string; readonly now: () => number }

/**
 * `serverVersion` is null until a probe has answered. `answeredAt`: the last answer or heartbeat; `lostAt`: since when there is none,
 * null while the server answers; `tries`: failed probes in a row; `nextAt`: the next probe. All in Unix ms.
 */
export type ConnectionContext = ConnectionInput & {
  readonly serverVersion: string | null
  readonly answeredAt: number
  readonly lostAt: number | null
  readonly tries: number
  readonly nextAt: number
}

export type ConnectionEvent =
  /** The server answered a call. */
  | { readonly type: 'ANSWERED' }
  /** Something suggests that the server does not answer: a call failed or takes long, or code did not load. */
  | { readonly type: 'CHECK' }
  /** A heartbeat or an event of the live stream. */
  | { readonly type: 'BEAT' }
  /** The live stream broke off. */
  | { readonly type: 'LOST' }
  /** The live stream was closed on purpose: no heartbeat is expected. */
  | { readonly type: 'CLOSED' }
  /** A heartbeat is overdue. */
  | { readonly type: 'OVERDUE' }
  /** A person asks for a probe now. */
  | { readonly type: 'TRY' }
  /** The browser has no network, or has one again. */
  | { readonly type: 'OFFLINE' }
  | { readonly type: 'ONLINE' }

/** Milliseconds without an answer before the server is called slow. */
export const SLOW_MS = 2_000
/** Milliseconds without a heartbeat before the server is probed; it sends one at least every 15 s. */
export const OVERDUE_MS = 35_000

const BACK_OFF_MS = [2_000, 3_000, 5_000, 10_000, 15_000]
const MAX_BACK_OFF_MS = 30_000

/** Milliseconds between two probes, after this many failed ones. */
export const probeDelayMs = (tries: number): number => BACK_OFF_MS[tries - 1] ?? MAX_BACK_OFF_MS

const toolkit = setup({
  types: typed<{ context: ConnectionContext; events: ConnectionEvent; input: ConnectionInput }>(),
  actors: {
    /** Calls a cheap endpoint; rejects if there is no answer in time. */
    probe: notProvided<Reached, object>('probe'),
  },
  guards: {
    isOutdated: ({ context: { version, serverVersion } }) => serverVersion !== null && serverVersion !== version,
  },
  actions: {
    noteAnswer: assign(({ context }) => ({ answeredAt: context.now(), lostAt: null, tries: 0 })),
    noteVersion: assign({ serverVersion: (_, { version }: Reached) => version }),
    noteLoss: assign(({ context }) => ({ lostAt: context.lostAt ?? context.now(), tries: 1 })),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    plan: assign({ nextAt: ({ context }) => context.now() + probeDelayMs(context.tries) }),
    expectNoBeat: cancel('overdue'),
    check: raise({ type: 'CHECK' }),
    answer: raise({ type: 'ANSWERED' }),
    expectBeat: raise({ type: 'OVERDUE' }, { id: 'overdue', delay: 'overdue' }),
  },
  delays: { slow: SLOW_MS, overdue: OVERDUE_MS, backOff: ({ context }) => probeDelayMs(context.tries) },
})

/** Connects the live stream again, and loads what did not load. */
const comeBack = toolkit.enqueueActions(({ system, enqueue }) => {
  const live = system.get('live')
  const cache = system.get('cache')
  const project = system.get('project')
  const connect: LiveMachineEvent = { type: 'ONLINE' }
  const reload: CacheEvent = { type: 'RETRY' }
  const list: ProjectSwitchEvent = { type: 'RETRY' }
  if (live) enqueue.sendTo(live, connect)
  if (cache) enqueue.sendTo(cache, reload)
  if (project) enqueue.sendTo(project, list)
})

const noteVersion = {
  type: 'noteVersion',
  params: ({ event }: { event: { output: Reached } }) => event.output,
} as const

/** Whether the server answers: from the client's calls, the heartbeats of the live stream, and probes in case of doubt. */
export const connectionMachine = toolkit.extend({ actions: { comeBack } }).createMachine({
  id: 'connection',
  context: ({ input }) => ({
    ...input,
    serverVersion: null,
    answeredAt: input.now(),
    lostAt: null,
    tries: 0,
    nextAt: 0,
  }),
  initial: 'answering',
  on: {
    BEAT: { actions: ['expectNoBeat', 'expectBeat', 'answer'] },
    LOST: { actions: ['expectNoBeat', 'check'] },
    CLOSED: { actions: 'expectNoBeat' },
  },
  states: {
    answering: {
      tags: ['settled', 'answering'],
      initial: 'comparing',
      on: { ANSWERED: { actions: 'noteAnswer' }, CHECK: 'checking', OVERDUE: 'checking', OFFLINE: 'offline' },
      states: {
        comparing: { always: [{ guard: 'isOutdated', target: 'outdated' }, { target: 'current' }] },
        current: {},
        // The server was updated; the page was not.
        outdated: { tags: 'outdated' },
      },
    },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'probe',
        src: 'probe',
        input: {},
        onDone: { target: 'answering', actions: [noteVersion, 'noteAnswer'] },
        onError: { target: 'away', actions: 'noteLoss' },
      },
      initial: 'quiet',
      // Only the probe tells the version.
      on: { ANSWERED: { actions: 'noteAnswer' }, OFFLINE: 'offline' },
      states: { quiet: { after: { slow: 'slow' } }, slow: { tags: 'slow' } },
    },
    away: {
      tags: 'away',
      initial: 'waiting',
      on: { ANSWERED: { target: 'checking', actions: ['noteAnswer', 'comeBack'] }, OFFLINE: 'offline' },
      states: {
        waiting: { entry: 'plan', after: { backOff: 'asking' }, on: { TRY: 'asking', ONLINE: 'asking' } },
        asking: {
          tags: 'busy',
          invoke: {
            id: 'again',
            src: 'probe',
            input: {},
            onDone: { target: '#connection.answering', actions: [noteVersion, 'noteAnswer', 'comeBack'] },
            onError: { target: 'waiting', actions: 'countTry' },
          },
        },
      },
    },
    offline: {
      tags: ['away', 'offline'],
      entry: 'noteLoss',
      on: {
        // The browser may be wrong: a server on the same machine answers without a network.
        ANSWERED: { target: 'checking', actions: ['noteAnswer', 'comeBack'] },
        ONLINE: 'away.asking',
        TRY: 'away.asking',
      },
    },
  },
})
