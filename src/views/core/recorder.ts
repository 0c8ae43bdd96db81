import type { AnyActorRef, InspectionEvent } from 'xstate'

/** Recorded event of a machine. */
export type Recorded = {
  readonly number: number
  /** Unix milliseconds. */
  readonly time: number
  readonly actorId: string
  readonly actor: string
  readonly event: string
  /** States before and after; equal if nothing changed. */
  readonly from: string
  readonly to: string
  /** Milliseconds since the previous event of the same actor. */
  readonly sinceMs: number | null
}

export type LiveActor = {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly ref: AnyActorRef
}

export type Recording = {
  readonly actors: readonly LiveActor[]
  /** Newest first. */
  readonly events: readonly Recorded[]
  /** Total number of events, including discarded ones. */
  readonly count: number
  readonly paused: boolean
}

export type Recorder = {
  readonly inspect: (event: InspectionEvent) => void
  readonly subscribe: (listener: () => void) => () => void
  readonly recording: () => Recording
  readonly pause: (paused: boolean) => void
}

const KEPT = 1_000
/** Records machines only: timers and promises add nothing their parents do not show. */
const isMachine = (ref: AnyActorRef): boolean => {
  // An actor is reported before it has a snapshot; its logic, not part of the public type, is already set.
  const { logic } = ref as { logic?: object }
  return logic !== undefined && 'implementations' in logic
}

/** Records XState inspection events for the debug screen. One array entry per event; payloads are not kept. */
export const openRecorder = (clock: () => number): Recorder => {
  const actors = new Map<string, LiveActor>()
  const last = new Map<string, { state: string; time: number }>()
  const listeners = new Set<() => void>()
  let events: Recorded[] = []
  let count = 0
  let paused = false
  let shown: Recording | null = null

  const changed = () => {
    shown = null
    for (const listener of listeners) listener()
  }
  const inspect = (inspection: InspectionEvent): void => {
    const ref = inspection.actorRef as AnyActorRef
    if (inspection.type === '@xstate.actor') {
      if (!isMachine(ref)) return
      // The parent is not part of the public type; XState's own tools read it as well.
      const parent = (ref as { _parent?: AnyActorRef })._parent ?? null
      const name = (ref as { systemId?: string }).systemId ?? ref.id
      actors.set(ref.sessionId, { id: ref.sessionId, name, parentId: parent?.sessionId ?? null, ref })
      changed()
    }
    if (inspection.type !== '@xstate.snapshot') return
    const actor = actors.get(ref.sessionId)
    if (!actor) return
    const before = last.get(actor.id)
    const time = clock()
    const to = stateOf(inspection.snapshot)
    last.set(actor.id, { state: to, time })
    if (inspection.snapshot.status !== 'active') actors.delete(actor.id)
    count += 1
    if (!paused) {
      const sinceMs = before ? time - before.time : null
      const { type: event } = inspection.event
      const from = before?.state ?? to
      events = [{ number: count, time, actorId: actor.id, actor: actor.name, event, from, to, sinceMs }, ...events]
      if (events.length > KEPT) events.length = KEPT
    }
    changed()
  }
  return {
    inspect,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    recording: () => {
      shown ??= { actors: [...actors.values()], events, count, paused }
      return shown
    },
    pause(value) {
      paused = value
      changed()
    },
  }
}

/** `open.writing` for `{open: 'writing'}`. */
export const stateOf = (snapshot: unknown): string => {
  const value = (snapshot as { value?: unknown }).value
  return nameOf(value)
}
const nameOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .map(([key, inner]) => (nameOf(inner) === '' ? key : `${key}.${nameOf(inner)}`))
    .join(' | ')
}
