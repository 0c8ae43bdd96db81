import type { AnyMachineSnapshot } from 'xstate'
import type { LiveActor, Recording } from '../core/recorder.ts'

/** What a machine is called: its name in the system; the outermost has none, and goes by its chart. */
const nameOf = ({ id, name, ref }: LiveActor): string => {
  const { machine }: AnyMachineSnapshot = ref.getSnapshot()
  return name === id ? machine.id : name
}

/** A recording in which the outermost machine has a name too. */
export const named = (recording: Recording): Recording => {
  const actors = recording.actors.map((actor) => ({ ...actor, name: nameOf(actor) }))
  const names = new Map(actors.map(({ id, name }) => [id, name]))
  const events = recording.events.map((event) =>
    event.actor === event.actorId ? { ...event, actor: names.get(event.actorId) ?? event.actor } : event,
  )
  return { ...recording, actors, events }
}
