import {
  type ActorLogic,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  type Snapshot,
  StateMachine,
} from 'xstate'
import { plain } from '../../../machines/chart/plain.ts'

/** An effect that a chart began: a request, a stream, a write. It ends when the walk says so, or when its chart stops it. */
export type Effect = {
  readonly ref: AnyActorRef
  /** The chart that began it, and the effect's id there. */
  readonly chart: string
  readonly id: string
  readonly input: unknown
  /** Two effects with the same key in flight would be the same request twice. */
  readonly key: string
}

export const isInFlight = ({ ref }: Effect): boolean => ref.getSnapshot().status === 'active'

type HeldSnapshot = Snapshot<unknown> & { readonly input: unknown }

const heldSnapshot = (snapshot: HeldSnapshot, event: AnyEventObject): HeldSnapshot => {
  if (event.type === 'ANSWER') return { ...snapshot, status: 'done', output: event.output, error: undefined }
  if (event.type === 'FAIL') return { ...snapshot, status: 'error', output: undefined, error: event.error }
  if (event.type === 'xstate.stop') return { ...snapshot, status: 'stopped', output: undefined, error: undefined }
  return snapshot
}

/** Whether an effect ends by itself, as a promise does; a callback, such as a stream, goes on until it is stopped. */
export const endsByItself = (logic: AnyActorLogic): boolean => {
  const active = { status: 'active', output: undefined, error: undefined, input: undefined }
  const event = { type: 'xstate.promise.resolve', data: null }
  try {
    return logic.transition(active, event, {} as never).status === 'done'
  } catch {
    // A callback passes the event on to its receivers, which it has only when it runs.
    return false
  }
}

const keyOf = (ref: AnyActorRef, name: string, input: unknown): string => {
  const { call, ...others } = typeof input === 'object' && input !== null ? { call: null, ...input } : { call: input }
  return `${beginnerOf(ref)} ${name} ${JSON.stringify(plain({ call, ...others, onPage: undefined }))}`
}

/** The chart that an actor runs; null for an effect. */
export const chartOf = (ref: AnyActorRef): AnyStateMachine | null =>
  'logic' in ref && ref.logic instanceof StateMachine ? ref.logic : null

const beginnerOf = ({ _parent }: AnyActorRef): string => (_parent && chartOf(_parent)?.id) ?? ''

const held = (name: string, begun: Effect[]): ActorLogic<HeldSnapshot, AnyEventObject, unknown> => ({
  getInitialSnapshot: (_, input) => ({ status: 'active', output: undefined, error: undefined, input }),
  transition: heldSnapshot,
  start: ({ input }, { self }) => {
    begun.push({ ref: self, chart: beginnerOf(self), id: self.id, input, key: keyOf(self, name, input) })
  },
  getPersistedSnapshot: (snapshot) => snapshot,
})

/** A chart with its effects held, and those of the charts within it. Each effect is added to `begun` when it starts. */
export const withHeldEffects = (machine: AnyStateMachine, begun: Effect[]): AnyStateMachine =>
  machine.provide({
    actors: Object.fromEntries(
      Object.entries(machine.implementations.actors).map(([name, logic]) => [
        name,
        logic instanceof StateMachine ? withHeldEffects(logic, begun) : held(name, begun),
      ]),
    ),
  })
