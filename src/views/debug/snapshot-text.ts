import { asJson } from './as-json.ts'
import { readable } from './readable.ts'
import type { Recording } from './recorded.ts'
import { stateWords } from './state-words.ts'

const MOST_EVENTS = 200

/** Running machines and the newest events without secrets, to attach to a bug report. */
export const snapshotText = ({ actors, steps }: Recording, version: string): string => {
  const names = new Map(actors.map(({ id, name }) => [id, name]))
  return asJson({
    version,
    machines: actors
      .filter(({ ref }) => ref !== null)
      .map(({ id, name, parentId, steps: own }) => {
        const last = own.at(-1)
        return { id, name, parentId, state: stateWords(last?.value), context: readable(last?.context) }
      }),
    events: steps.slice(0, MOST_EVENTS).map(({ time, actorId, event, before, value }) => ({
      time: new Date(time).toISOString(),
      actor: names.get(actorId),
      event: event.type,
      from: stateWords(before),
      to: stateWords(value),
    })),
  })
}
