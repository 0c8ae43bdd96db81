import { type AnyEventObject, assign, fromCallback, setup, spawnChild, stopChild } from 'xstate'
import type { LiveEvent } from '../src/contract/live/live.ts'
import { typed } from './typed.ts'

/** `lastId` is the id of the newest event, from which a stream resumes; `tries` counts failed connections. */
export type LiveContext = { readonly projectId: string | null; readonly lastId: string | null; readonly tries: number }

/** Events of the actor `stream`. It always ends with LOST. */
export type StreamEvent =
  | { readonly type: 'OPENED' }
  | { readonly type: 'EVENT'; readonly event: LiveEvent; readonly id: string | null }
  | { readonly type: 'LOST' }

export type LiveMachineEvent =
  | StreamEvent
  | { readonly type: 'START'; readonly projectId: string }
  | { readonly type: 'STOP' }
  | { readonly type: 'ONLINE' }

/** A live event, sent to the parent. */
export type LiveNews = { readonly type: 'LIVE'; readonly event: LiveEvent }

const BACK_OFF_MS = [1_000, 2_000, 5_000, 15_000]
const MAX_BACK_OFF_MS = 30_000

/** Milliseconds to wait after this many failed connections in a row. */
export const backOffMs = (tries: number): number => BACK_OFF_MS[Math.max(1, tries) - 1] ?? MAX_BACK_OFF_MS

const toolkit = setup({
  types: typed<{ context: LiveContext; events: LiveMachineEvent }>(),
  actors: {
    /** Subscribes to the events of a project after `lastId`. Does nothing by default. */
    stream: fromCallback<AnyEventObject, { projectId: string; lastId: string | null }>(() => {}),
  },
  guards: {
    isSameProject: ({ context, event }) => event.type === 'START' && event.projectId === context.projectId,
  },
  actions: {
    setProject: assign(({ event }) =>
      event.type === 'START' ? { projectId: event.projectId, lastId: null, tries: 0 } : {},
    ),
    clearProject: assign({ projectId: null, lastId: null, tries: 0 }),
    keepId: assign(({ context, event }) => (event.type === 'EVENT' ? { lastId: event.id ?? context.lastId } : {})),
    countAttempt: assign({ tries: ({ context }) => context.tries + 1 }),
    resetAttempts: assign({ tries: 0 }),
    disconnect: stopChild('stream'),
  },
  delays: { backOff: ({ context }) => backOffMs(context.tries) },
})

// Spawned instead of invoked, because one connection spans `connecting` and `open`.
const connect = toolkit.createAction(
  spawnChild('stream', {
    id: 'stream',
    input: ({ context }: { context: LiveContext }) => ({ projectId: context.projectId ?? '', lastId: context.lastId }),
  }),
)

/** Sends an event to the parent. */
const deliver = toolkit.enqueueActions(({ event, self, enqueue }) => {
  if (event.type !== 'EVENT' || !self._parent) return
  const news: LiveNews = { type: 'LIVE', event: event.event }
  enqueue.sendTo(self._parent, news)
})

const another = { target: '.connecting', reenter: true, actions: ['disconnect', 'setProject'] } as const

/** The event stream of the open project, resumed after interruptions. */
export const liveMachine = toolkit.extend({ actions: { connect, deliver } }).createMachine({
  id: 'live',
  context: { projectId: null, lastId: null, tries: 0 },
  initial: 'off',
  on: {
    START: [{ guard: 'isSameProject' }, another],
    STOP: { target: '.off', actions: ['disconnect', 'clearProject'] },
  },
  states: {
    off: {},
    connecting: {
      tags: 'busy',
      entry: 'connect',
      on: {
        OPENED: { target: 'open', actions: 'resetAttempts' },
        EVENT: { target: 'open', actions: ['resetAttempts', 'keepId', 'deliver'] },
        LOST: { target: 'waiting', actions: ['disconnect', 'countAttempt'] },
      },
    },
    open: {
      tags: 'settled',
      on: {
        EVENT: { actions: ['keepId', 'deliver'] },
        LOST: { target: 'waiting', actions: ['disconnect', 'countAttempt'] },
      },
    },
    waiting: {
      tags: 'lost',
      on: { ONLINE: 'connecting' },
      after: { backOff: 'connecting' },
    },
  },
})
