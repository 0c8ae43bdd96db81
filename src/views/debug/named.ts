import type { AnyMachineSnapshot } from 'xstate'
import type { LiveActor, Recording } from '../core/recorder.ts'

/** Name of a machine: its system id, or the chart's id for the root. */
const nameOf = ({ id, name, ref }: LiveActor): string => {
  const { machine }: AnyMachineSnapshot = ref.getSnapshot()
  return name === id ? machine.id : name
}

/** A recording whose root machine has a name too. */
export const named = (recording: Recording): Recording => {
  const actors = recording.actors.map((actor) => ({ ...actor, name: nameOf(actor) }))
  const names = new Map(actors.map(({ id, name }) => [id, name]))
  const events = recording.events.map((event) =>
    event.actor === event.actorId ? { ...event, actor: names.get(event.actorId) ?? event.actor } : event,
  )
  return { ...recording, actors, events }
}
