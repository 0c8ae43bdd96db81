import { describe, expect, test } from 'vitest'
import {
  type AnyStateNode,
  type AnyTransitionDefinition,
  type EventFromLogic,
  initialTransition,
  type SnapshotFrom,
  transition,
} from 'xstate'
import { TestModel } from 'xstate/graph'
import {
  ALERT_VERSION,
  type AlertEvent,
  type AlertSettings,
  advance,
  alertMachine,
  type StoredAlert,
} from '../../../machines/alerts/alert.ts'
import type { Category } from '../../../src/domain/results/classify.ts'

type Event = EventFromLogic<typeof alertMachine>
type Snapshot = SnapshotFrom<typeof alertMachine>

const settingsOf = (alerts: Category[], failsInARow: number, stateful: boolean): AlertSettings => ({
  alerts,
  failsInARow,
  stateful,
})
const SETTINGS = [
  settingsOf(['FAIL'], 0, false),
  settingsOf(['FAIL'], 2, true),
  settingsOf(['PASS', 'SLOW', 'WARNING', 'FAIL'], 2, false),
  settingsOf(['PASS'], 2, true),
  settingsOf(['WARNING'], 3, false),
  { ...settingsOf(['FAIL'], 0, true), quorum: { locations: 1, withinMs: 10 } },
  { ...settingsOf(['FAIL'], 0, true), quorum: { locations: 2, withinMs: 10 } },
  { ...settingsOf(['FAIL'], 0, true), remindMs: 1, flapping: { openings: 2, withinMs: 10 } },
]

const results = (['PASS', 'SLOW', 'WARNING', 'FAIL', 'SKIPPED'] as const).map(
  (category): AlertEvent => ({
    type: 'RESULT',
    category,
    resultId: category,
    dueMs: 1,
    ignored: false,
    location: 'here',
  }),
)
const elsewhere = (['PASS', 'FAIL'] as const).map(
  (category): AlertEvent => ({
    type: 'RESULT',
    category,
    resultId: `${category} elsewhere`,
    dueMs: 1,
    ignored: false,
    location: 'elsewhere',
    upstream: 'Gateway',
  }),
)
const awaiting: AlertEvent = {
  type: 'RESULT',
  category: 'FAIL',
  resultId: 'FAIL early',
  dueMs: 1,
  ignored: false,
  location: 'here',
  awaitsMs: 2,
}
const silence: AlertEvent[] = [
  { type: 'NO_DATA', resultId: 'silence', dueMs: 1, sinceMs: 0, missed: 2, periods: 2, needed: 2 },
  { type: 'DATA', resultId: 'data', dueMs: 1 },
]
const EVENTS: AlertEvent[] = [
  ...results,
  ...elsewhere,
  awaiting,
  ...silence,
  { type: 'SIGNAL', resultId: 'condition', dueMs: 1, sinceMs: 0, condition: 'It expires.' },
  { type: 'CALM', resultId: 'calm', dueMs: 1, condition: 'It is renewed.' },
  { type: 'SNOOZE', untilMs: 2 },
  { type: 'UNSNOOZE' },
  { type: 'TICK', resultId: 'moment', dueMs: 2 },
  { type: 'ACK', dueMs: 2, by: 'Ada' },
  { type: 'UNACK', dueMs: 3 },
]

/** Distinguishes two moments of an alert including the transition into them, so that every edge is on some path, not only every state. */
const keyOf = ({ value, context }: Snapshot, event?: Event, from?: Snapshot): string => {
  const { inARow, told, owedRecovery, snoozedUntilMs, failing, openings } = context
  const marks = [told, owedRecovery !== null, snoozedUntilMs !== null, Object.keys(failing).join('+')]
  const here = [value, Math.min(inARow, 3), openings.length, ...marks].join()
  return from ? `${keyOf(from)} ${event?.type}${event?.type === 'RESULT' ? event.resultId : ''} ${here}` : here
}

const pathsFor = (settings: AlertSettings) =>
  new TestModel<Snapshot, Event, unknown>(alertMachine, {
    events: EVENTS.map((event): Event => ({ ...event, settings })),
    serializeState: keyOf,
  }).getShortestPaths()

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)]
const allTransitions = nodesOf(alertMachine.root).flatMap((node) => [...node.transitions.values()].flat())
const nameOf = ({ source, eventType, guard }: AnyTransitionDefinition) =>
  `${source.key} ${eventType} ${JSON.stringify(guard)}`

type Step = { before: Snapshot; event: Event; after: Snapshot }
type Path = { settings: AlertSettings; steps: Step[] }

/** The steps of all paths with all settings, each with the moment before it. */
const everyPath: Path[] = SETTINGS.flatMap((settings) =>
  pathsFor(settings).map((path) => {
    let before = initialTransition(alertMachine)[0]
    const steps: Step[] = []
    for (const { event, state } of path.steps) {
      if (EVENTS.some(({ type }) => type === event.type)) steps.push({ before, event, after: state })
      before = state
    }
    return { settings, steps }
  }),
)

/** The transitions of the chart that are on none of these paths. */
const untaken = (paths: readonly Path[]): string[] => {
  const steps = paths.flatMap((path) => path.steps)
  const taken = new Set<AnyTransitionDefinition>(
    steps.flatMap(({ before, event }) => alertMachine.getTransitionData(before, event)),
  )
  return allTransitions.filter((transition) => !taken.has(transition)).map(nameOf)
}

const throughJson = (stored: StoredAlert): StoredAlert => JSON.parse(JSON.stringify(stored))

describe('The chart of an alert', () => {
  test('the generated paths take all of its transitions', () => {
    expect(allTransitions.length).toBe(28)
    expect(untaken(everyPath)).toEqual([])
  })

  test('the coverage check notices missing paths into a transition', () => {
    for (const transition of allTransitions) {
      const without = everyPath.filter(
        ({ steps }) =>
          !steps.some(({ before, event }) =>
            alertMachine.getTransitionData(before, event).some((one) => one === transition),
          ),
      )
      expect(untaken(without)).toContain(nameOf(transition))
    }
  })

  // Each setting is a test, so that none takes long on a busy machine.
  test.each([...SETTINGS.entries()])(
    'an alert stored after every step follows the chart and sends the same messages, by settings %i',
    (_, chosen) => {
      const paths = everyPath.filter(({ settings }) => settings === chosen)
      expect(paths.length).toBeGreaterThan(0)
      for (const { settings, steps } of paths) {
        let stored: StoredAlert | null = null
        let live = initialTransition(alertMachine)[0]
        for (const { event, after } of steps) {
          const next = advance(stored, event, settings)
          stored = throughJson(next.stored)
          const [moved, actions] = transition(alertMachine, live, event)
          live = moved
          expect(moved.value).toBe(after.value)
          expect(stored).toEqual({ version: ALERT_VERSION, value: moved.value, context: moved.context })
          expect(next.effects).toEqual(actions.map(({ type, params }) => ({ type, ...params })))
        }
      }
    },
  )
})
