import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, StateValue } from 'xstate'
import type { Moment } from '../core/tape.ts'
import { concealed, withoutParameters } from './concealed.ts'
import type { RecordedActor, RecordedStep } from './recorded.ts'
import { addedWeight, weightOf } from './weight.ts'

/** Most of the memory for steps, in values of about 50 bytes (see `weightOf`): some 15 MB. */
const MOST_WEIGHT = 300_000
/** The part of it that is left when old steps are let go, so that this is seldom done. */
const LEFT = 0.8
/** A step with its event, without data. */
const STEP_WEIGHT = 20
/** Machines that ended remain for a while: the newest of them. */
export const MOST_ENDED = 50

type Weighed = RecordedStep & { readonly weight: number }

/** A `RecordedActor` while it is written. */
type Track = {
  readonly ref: AnyActorRef
  readonly machine: AnyStateMachine
  readonly hasSecrets: boolean
  readonly steps: Weighed[]
  /** The last context, as it was before anything was masked. */
  context: object | null
  weight: number
  dropped: number
  endedAt: number | null
}

/** The steps of all machines, within a bounded amount of memory. */
export type Tracks = {
  /** Adds a step of a machine; returns whether it is the machine's first. */
  readonly add: (moment: Moment, snapshot: AnyMachineSnapshot) => boolean
  readonly actors: () => readonly RecordedActor[]
  /** Number of steps so far, including those that were let go. */
  readonly count: () => number
}

export const openTracks = (): Tracks => {
  const tracks = new Map<string, Track>()
  let count = 0
  let weight = 0

  const drop = (track: Track, most: number) => {
    let places = 0
    for (const step of track.steps.slice(0, -1)) {
      if (track.weight <= most) break
      track.weight -= step.weight
      weight -= step.weight
      places += 1
    }
    track.steps.splice(0, places)
    track.dropped += places
  }
  /** Lets the oldest steps go, first of the machines that take the most. */
  const makeRoom = () => {
    for (let most = MOST_WEIGHT / 2; weight > MOST_WEIGHT * LEFT && most > STEP_WEIGHT; most /= 2)
      for (const track of tracks.values()) drop(track, most)
  }
  const forgetEnded = () => {
    const ended = [...tracks].filter(([, { endedAt }]) => endedAt !== null)
    const newestLast = ended.sort(([, a], [, b]) => Number(a.endedAt) - Number(b.endedAt))
    for (const [id, track] of newestLast.slice(0, -MOST_ENDED)) {
      weight -= track.weight
      tracks.delete(id)
    }
  }
  const trackOf = (ref: AnyActorRef, machine: AnyStateMachine, hasSecrets: boolean): Track => {
    const known = tracks.get(ref.sessionId)
    if (known) return known
    const track: Track = { ref, machine, hasSecrets, steps: [], context: null, weight: 0, dropped: 0, endedAt: null }
    tracks.set(ref.sessionId, track)
    return track
  }
  return {
    add({ inspected, time, hasSecrets }, snapshot) {
      if (inspected.type !== '@xstate.snapshot') return false
      // The inspected type is that of any actor; machines are of this kind.
      const ref = inspected.actorRef as AnyActorRef
      const track = trackOf(ref, snapshot.machine, hasSecrets)
      const last = track.steps.at(-1)
      const value: StateValue = snapshot.value
      const added = STEP_WEIGHT + weightOf(inspected.event, 1) + addedWeight(snapshot.context, track.context)
      count += 1
      track.steps.push({
        number: count,
        time,
        actorId: ref.sessionId,
        // Objects stay objects of the same fields.
        event: hasSecrets ? (concealed(inspected.event) as typeof inspected.event) : inspected.event,
        context: hasSecrets ? (concealed(snapshot.context) as object) : snapshot.context,
        before: last?.value ?? value,
        value,
        sinceMs: last ? time - last.time : null,
        weight: added,
      })
      track.context = snapshot.context
      track.weight += added
      weight += added
      if (snapshot.status !== 'active') {
        track.endedAt = time
        track.context = null
        forgetEnded()
      }
      if (weight > MOST_WEIGHT) makeRoom()
      return last === undefined
    },
    actors: () => [...tracks.values()].map(actorOf),
    count: () => count,
  }
}

const actorOf = ({ ref, machine, steps, dropped, endedAt, hasSecrets }: Track): RecordedActor => {
  // Neither is part of the public type; XState's own tools read them as well.
  const { _parent: parent, systemId } = ref as { _parent?: AnyActorRef; systemId?: string }
  return {
    id: ref.sessionId,
    // The root of a system has no name but its id.
    name: withoutParameters(systemId ?? (ref.id === ref.sessionId ? machine.id : ref.id)),
    parentId: parent?.sessionId ?? null,
    machine,
    ref: endedAt === null ? ref : null,
    endedAt,
    steps: [...steps],
    dropped,
    hasSecrets,
  }
}
