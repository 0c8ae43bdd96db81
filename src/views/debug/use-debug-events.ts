import { useCallback } from 'react'
import { mermaidOf } from '../../../machines/chart/mermaid.ts'
import { useApp } from '../core/app-context.ts'
import { type OwnEvent, useScreenEvents } from '../core/screen-machines.ts'
import { useLinks } from '../parts/act/links.ts'
import { asJson } from './as-json.ts'
import { coverageDocument, coverageRows } from './coverage-rows.ts'
import { listedSteps } from './EventsCard.tsx'
import { pathText } from './path-text.ts'
import { readable } from './readable.ts'
import type { RecordedActor } from './recorded.ts'
import { currentStep, selectionOf, stepAddress, stepAway } from './selection.ts'
import { snapshotText } from './snapshot-text.ts'
import { allCharts } from './use-charts.ts'
import { useRecorder } from './use-recorder.ts'

/** Handles the debug screen's commands, which cannot access the recorder. */
export const useDebugEvents = (): void => {
  const { copy, world, configuration, shortestPaths } = useApp()
  const recorder = useRecorder()
  const links = useLinks()
  useScreenEvents(
    'debug',
    useCallback(
      (event: OwnEvent<'debug'>) => {
        const recording = recorder.recording()
        const search = world.place?.search ?? {}
        const selection = selectionOf(recording, search)
        const { step: _, ...rest } = search
        const show = (change: Readonly<Record<string, string>>) =>
          links.go(links.href('debug', {}, { ...rest, ...change }), true)
        const copied = async (text: string, what: string) => {
          await copy(text)
          world.tell(`${what} copied`)
        }
        const named = (wanted: string | undefined): RecordedActor | null =>
          wanted === undefined
            ? selection.actor
            : (recording.actors.find(({ id, name }) => id === wanted || name === wanted) ?? null)
        switch (event.type) {
          case 'PAUSE':
            return recorder.pause(!recording.paused)
          case 'LIVE':
            return show({})
          case 'MOVE': {
            const listed = listedSteps(recording, selection.actor?.id ?? null, search)
            const step = stepAway(listed, selection.step, event.to === 'older' ? 1 : -1)
            return step && show({ actor: step.actorId, step: stepAddress(recording, step) })
          }
          case 'STEP': {
            const step = recording.steps.find(({ number }) => number === event.number)
            if (!step) return world.tell(`Event ${event.number} is not in the recording.`, { category: 'WARNING' })
            return show({ actor: step.actorId, step: stepAddress(recording, step) })
          }
          case 'LOOK': {
            const actor = named(event.actor)
            return actor
              ? show({ actor: actor.id })
              : world.tell(`No machine is called ${event.actor}.`, { category: 'WARNING' })
          }
          case 'COPY':
            return void copied(snapshotText(recording, configuration.version), 'Snapshot')
          case 'COPY_PATH':
            return void pathText(selection, event.format).then(
              (text) => copied(text, `Path of ${selection.actor?.name}`),
              (error: Error) => world.tell(error.message, { category: 'WARNING' }),
            )
          case 'COPY_PATH_TO':
            return void shortestPaths(event.chart)
              .then((paths) => copied(asJson(paths.get(event.transition) ?? null), 'Path'))
              .catch((error: Error) => world.tell(error.message, { category: 'WARNING' }))
          case 'RESET_COVERAGE':
            recorder.resetCoverage()
            return world.tell('Coverage reset')
          case 'COPY_COVERAGE':
            return void allCharts().then((known) => {
              const rows = coverageRows(recording.coverage, known)
              return copied(asJson(coverageDocument(rows, recording.coverage.since, configuration.version)), 'Coverage')
            })
        }
        const actor = named('actor' in event ? event.actor : undefined)
        if (!actor) return
        if (event.type === 'SEND') actor.ref?.send({ type: event.event })
        if (event.type === 'COPY_MERMAID') void copied(mermaidOf(actor.machine), `Chart of ${actor.name}`)
        if (event.type === 'COPY_CONTEXT') {
          const step = actor === selection.actor ? currentStep(selection) : actor.steps.at(-1)
          void copied(asJson(readable(step?.context)), `Context of ${actor.name}`)
        }
        if (event.type === 'COPY_PATHS')
          void shortestPaths(actor.machine.id)
            .then((paths) => copied(asJson([...paths.values()]), `Paths of ${actor.name}`))
            .catch((error: Error) => world.tell(error.message, { category: 'WARNING' }))
      },
      [recorder, copy, world, configuration, shortestPaths, links],
    ),
  )
}
