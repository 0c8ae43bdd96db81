import type { Example } from '../../../machines/chart/example.ts'
import { type PathDocument, pathDocument } from '../../../machines/chart/path-document.ts'
import { type Limits, readable } from './readable.ts'
import type { RecordedActor, RecordedStep } from './recorded.ts'

/** Longer than anything that guards ask about, and short enough for a file. */
const FOR_PATHS: Limits = { depth: 12, entries: 200, characters: 4_000 }

/** Whether all steps of a machine are kept since its start, so that they are a path. */
export const isWhole = ({ dropped }: RecordedActor): boolean => dropped === 0

/**
 * The events of a machine from its start to a step (null: to the last one) as a test path. Secrets are masked. `tells` gives the part of
 * the context that distinguishes two moments, as the chart's examples do.
 */
export const recordedPath = (
  { machine, steps, hasSecrets }: RecordedActor,
  until: RecordedStep | null,
  tells: Example['tells'] = (context) => context,
): PathDocument => {
  const place = until ? steps.indexOf(until) : steps.length - 1
  // The end of a machine is no event of its chart.
  const taken = steps.slice(0, place + 1).filter(({ event }) => event.type !== 'xstate.stop')
  const path = taken.map(({ event, value, context }) => ({
    event: { ...asObject(readable(event, FOR_PATHS)), type: event.type },
    value,
    // What is typed into a form for secrets was not kept, so that there is nothing to distinguish by.
    told: readable(hasSecrets ? context : tells(context), FOR_PATHS),
  }))
  const [start] = path
  return pathDocument(machine, path, { input: start && 'input' in start.event ? start.event.input : null })
}

// `readable` makes an object of an object.
const asObject = (value: unknown): object => value as object
