import { type ActorRefFrom, assign, setup } from 'xstate'
import type { LiveEvent } from '../../src/contract/live/live.ts'
import { typed } from '../typed.ts'
import { type CacheEvent, keyOf } from './cache-events.ts'
import { afterFetch, afterSave, type CacheUpdate, type LoadedCall } from './cache-updates.ts'
import type { Failure } from './failure.ts'
import { afterEvents } from './live-updates.ts'
import { neighbourUpdates } from './neighbours.ts'
import { optimisticUpdates, settledUpdates } from './optimistic.ts'
import { resourceMachine } from './resource.ts'
import { saveMachine } from './save.ts'

export { type Call, keyOf } from './cache-events.ts'

type ResourceRef = ActorRefFrom<typeof resourceMachine>
type SaveRef = ActorRefFrom<typeof saveMachine>

/** Resources and saves by key; the last failure of each operation, and overall. `heard` are live events that were not applied yet. */
export type CacheContext = {
  readonly resources: Readonly<Record<string, ResourceRef>>
  readonly saves: Readonly<Record<string, SaveRef>>
  readonly errors: Readonly<Record<string, Failure>>
  readonly latest: Failure | null
  readonly heard: readonly LiveEvent[]
}

/** Milliseconds for which live events are collected before they are applied together. */
export const BATCH_MS = 500

const EMPTY: CacheContext = { resources: {}, saves: {}, errors: {}, latest: null, heard: [] }

const callsOf = ({ resources }: CacheContext): readonly LoadedCall[] =>
  Object.values(resources).map((ref) => {
    const { operation, input, data } = ref.getSnapshot().context
    return { operation, input, data }
  })

const saveKeyOf = ({ operation, input, key }: CacheEvent & { type: 'SAVE' }): string =>
  key ?? keyOf(operation, { params: input.params ?? {} })
/** The id of the actor of a save. */
const saveIdOf = (key: string): string => `save ${key}`

const toolkit = setup({
  types: typed<{ context: CacheContext; events: CacheEvent }>(),
  actors: { resource: resourceMachine, save: saveMachine },
  actions: {
    open: assign(({ context, event, spawn }) => {
      if (event.type !== 'REQUIRE' && event.type !== 'FETCH') return {}
      const { operation, input } = event
      const key = keyOf(operation, input)
      if (context.resources[key]) return {}
      const ref = spawn('resource', { id: key, input: { operation, input } })
      return { resources: { ...context.resources, [key]: ref } }
    }),
    openSave: assign(({ context, event, spawn }) => {
      if (event.type !== 'SAVE') return {}
      const key = saveKeyOf(event)
      if (context.saves[key]) return {}
      const ref = spawn('save', { id: saveIdOf(key), input: { operation: event.operation } })
      return { saves: { ...context.saves, [key]: ref } }
    }),
    keepFailure: assign(({ context, event }) =>
      event.type === 'FAILED'
        ? { errors: { ...context.errors, [event.failure.operation]: event.failure }, latest: event.failure }
        : {},
    ),
    forgetError: assign(({ context, event }) => {
      if (event.type !== 'CLEAR_ERROR') return {}
      const { [event.operation]: _, ...errors } = context.errors
      return { errors, latest: context.latest?.operation === event.operation ? null : context.latest }
    }),
    hear: assign(({ context, event }) => (event.type === 'LIVE' ? { heard: [...context.heard, event.event] } : {})),
    forgetHeard: assign({ heard: [] }),
    forgetAll: assign(EMPTY),
  },
  delays: { gather: BATCH_MS },
})

/** Passes a request to its resource. */
const ask = toolkit.enqueueActions(({ context, event, enqueue }) => {
  if (event.type === 'REQUIRE' || event.type === 'FETCH') {
    const ref = context.resources[keyOf(event.operation, event.input)]
    if (ref) enqueue.sendTo(ref, { type: event.type })
  }
  if (event.type === 'SAVE') {
    const ref = context.saves[saveKeyOf(event)]
    if (ref) enqueue.sendTo(ref, { type: 'SAVE', input: event.input })
  }
})

const abortAll = toolkit.enqueueActions(({ context, enqueue }) => {
  for (const ref of Object.values(context.resources)) enqueue.sendTo(ref, { type: 'ABORT' })
})

const retryFailed = toolkit.enqueueActions(({ context, enqueue }) => {
  for (const ref of Object.values(context.resources)) enqueue.sendTo(ref, { type: 'RETRY' })
})

/** Stops all resources, which aborts their requests. */
const stopAll = toolkit.enqueueActions(({ context, enqueue }) => {
  for (const ref of [...Object.values(context.resources), ...Object.values(context.saves)]) enqueue.stopChild(ref)
})

const tellFailed = toolkit.enqueueActions(({ event, self, enqueue }) => {
  if (event.type === 'FAILED' && self._parent) enqueue.sendTo(self._parent, event)
})

const followsOf = (context: CacheContext, event: CacheEvent): readonly CacheUpdate[] => {
  const loaded = callsOf(context)
  if (event.type === 'SAVE') {
    const key = saveKeyOf(event)
    // A save that is already being sent does not take another.
    const isSending = context.saves[key]?.getSnapshot().value === 'pending'
    return isSending ? [] : optimisticUpdates(event, saveIdOf(key), loaded)
  }
  if (event.type === 'UNSAVED') return settledUpdates(event, false, loaded)
  if (event.type === 'SAVED')
    return [
      ...settledUpdates(event, true, loaded),
      ...afterSave(event, event.answer, loaded),
      ...neighbourUpdates(event, loaded),
    ]
  if (event.type === 'FETCHED') return afterFetch(event, event.answer, loaded)
  return afterEvents(context.heard, loaded)
}

/** Updates the resources after writes, reads and live events. */
const follow = toolkit.enqueueActions(({ context, event, enqueue }) => {
  for (const each of followsOf(context, event)) {
    const { operation, input } = each.call
    const ref = context.resources[keyOf(operation, input)]
    const fetch: CacheEvent = { type: 'FETCH', operation, input }
    // What was cleared, as after a deletion that was undone since, is read again like what was never read.
    if (each.kind === 'fetch' && (!ref || ref.getSnapshot().value === 'notSet')) enqueue.raise(fetch)
    else if (!ref) continue
    else if (each.kind === 'patch') enqueue.sendTo(ref, { type: 'PATCH', change: each.change })
    else if (each.kind === 'tell') enqueue.sendTo(ref, each.event)
    else if (each.kind === 'clear') enqueue.sendTo(ref, { type: 'CLEAR' })
    else enqueue.sendTo(ref, { type: 'OUTDATED' })
  }
})

/** The cache of the open project's data, shared by all screens. Writes and live events update it. */
export const cacheMachine = toolkit
  .extend({ actions: { ask, abortAll, retryFailed, stopAll, tellFailed, follow } })
  .createMachine({
    id: 'cache',
    context: EMPTY,
    initial: 'resting',
    on: {
      REQUIRE: { actions: ['open', 'ask'] },
      FETCH: { actions: ['open', 'ask'] },
      SAVE: { actions: ['openSave', 'ask', 'follow'] },
      SAVED: { actions: 'follow' },
      FETCHED: { actions: 'follow' },
      UNSAVED: { actions: 'follow' },
      FAILED: { actions: ['keepFailure', 'tellFailed'] },
      CLEAR_ERROR: { actions: 'forgetError' },
      ABORT: { actions: 'abortAll' },
      RETRY: { actions: 'retryFailed' },
      CLEAR: { target: '.resting', actions: ['stopAll', 'forgetAll'] },
    },
    states: {
      resting: { on: { LIVE: { target: 'gathering', actions: 'hear' } } },
      gathering: {
        on: { LIVE: { actions: 'hear' } },
        after: { gather: { target: 'resting', actions: ['follow', 'forgetHeard'] } },
      },
    },
  })
