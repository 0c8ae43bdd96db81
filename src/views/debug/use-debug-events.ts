import { useCallback } from 'react'
import type { AnyMachineSnapshot } from 'xstate'
import { mermaidOf } from '../../../machines/chart/mermaid.ts'
import { useApp } from '../core/app-context.ts'
import { type LiveActor, type Recorder, stateOf } from '../core/recorder.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { named } from './named.ts'
import { readable } from './readable.ts'

/** Handles the debug screen's commands, which cannot access the recorder. */
export const useDebugEvents = (): void => {
  const { recorder, copy, world, configuration } = useApp()
  useScreenEvents(
    'debug',
    useCallback(
      (event) => {
        const actor = named(recorder.recording()).actors.find(({ id }) => id === event.actor)
        const copied = async (text: string, what: string) => {
          await copy(text)
          world.tell(`${what} copied`)
        }
        if (event.type === 'PAUSE') recorder.pause(!recorder.recording().paused)
        if (event.type === 'COPY') void copied(snapshotText(recorder, configuration.version), 'Snapshot')
        if (!actor) return
        const { machine, context }: AnyMachineSnapshot = actor.ref.getSnapshot()
        if (event.type === 'SEND') actor.ref.send({ type: String(event.event) })
        if (event.type === 'COPY_CONTEXT') void copied(asJson(readable(context)), `Context of ${actor.name}`)
        if (event.type === 'COPY_PATHS')
          void pathsText(machine.id).then((text) => copied(text, `Paths of ${actor.name}`))
        if (event.type === 'COPY_MERMAID') void copied(mermaidOf(machine), `Chart of ${actor.name}`)
      },
      [recorder, copy, world, configuration],
    ),
  )
}

const asJson = (value: unknown): string => JSON.stringify(value, null, 2)

/** Test paths through a chart. Loaded on demand: the generator is large. */
const pathsText = async (chart: string): Promise<string> => {
  const [{ examples }, { pathsOf }] = await Promise.all([
    import('../../../machines/examples/examples.ts'),
    import('../../../machines/chart/paths.ts'),
  ])
  return asJson((examples[chart] ?? []).flatMap(pathsOf))
}

/** All machines and the newest events without secrets, to attach to a bug report. */
const snapshotText = (recorder: Recorder, version: string): string => {
  const { actors, events } = named(recorder.recording())
  return asJson({
    version,
    machines: actors.map(({ id, name, parentId, ref }: LiveActor) => {
      const snapshot: AnyMachineSnapshot = ref.getSnapshot()
      return { id, name, parentId, state: stateOf(snapshot), context: readable(snapshot.context) }
    }),
    events: events.slice(0, 200).map(({ time, actor, event, from, to }) => ({
      time: new Date(time).toISOString(),
      actor,
      event,
      from,
      to,
    })),
  })
}
