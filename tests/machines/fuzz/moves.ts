import { type AnyEventObject, type AnyStateMachine, StateMachine } from 'xstate'
import type { Example } from '../../../machines/chart/example.ts'
import { plain } from '../../../machines/chart/plain.ts'
import { nodesOf } from '../../../machines/chart/transitions.ts'
import { examples } from '../../../machines/examples/examples.ts'

/**
 * A move of a walk: an event for a chart, the end of one of its effects, or time that passes. Its label is unique in its chart, and a
 * path is a list of labels.
 */
export type Move = { readonly label: string } & (
  | { readonly kind: 'event'; readonly chart: string; readonly event: AnyEventObject }
  | { readonly kind: 'end'; readonly chart: string; readonly id: string; readonly how: AnyEventObject }
  | { readonly kind: 'wait'; readonly ms: number }
)

/** Times to wait: shorter than every delay of the charts, in between, and longer than each. */
const WAITS_MS = [100, 2_000, 12_000, 90_000]

/** Characters of a payload in a label; longer ones that begin alike are numbered. */
const MOST_LABEL = 60

const isOwn = (type: string): boolean => type !== '' && type !== '*' && !type.startsWith('xstate.')

const typesOf = (machine: AnyStateMachine): readonly string[] => [
  ...new Set(nodesOf(machine.root).flatMap((node) => [...node.transitions.keys()])),
]

const textOf = (payload: object): string => {
  const text = JSON.stringify(plain(payload)) ?? ''
  return text === '{}' ? '' : ` ${text.length > MOST_LABEL ? `${text.slice(0, MOST_LABEL)}…` : text}`
}

const endOf = (type: string): { readonly id: string; readonly how: 'ANSWER' | 'FAIL' } | null => {
  const [, kind, id = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? []
  return kind === undefined ? null : { id, how: kind === 'done' ? 'ANSWER' : 'FAIL' }
}

const labelled = (moves: readonly Move[]): readonly Move[] => {
  const seen = new Map<string, number>()
  return moves.map((move) => {
    const count = (seen.get(move.label) ?? 0) + 1
    seen.set(move.label, count)
    return count === 1 ? move : { ...move, label: `${move.label} #${count}` }
  })
}

/** The moves of one chart: its events in any state, with the example's payloads, and the ends of its effects. */
const movesOf = (machine: AnyStateMachine, cases: Example['cases'] = {}, prefix = ''): readonly Move[] =>
  typesOf(machine).flatMap((type): Move[] => {
    const payloads = cases[type] ?? [{}]
    const end = endOf(type)
    if (end)
      return payloads.map((payload) => ({
        kind: 'end',
        label: `${prefix}${end.id} ${end.how === 'ANSWER' ? 'done' : 'failed'}${payloads.length > 1 ? textOf(payload) : ''}`,
        chart: machine.id,
        id: end.id,
        how: { type: end.how, ...payload },
      }))
    if (!isOwn(type)) return []
    return payloads.map((payload) => ({
      kind: 'event',
      label: `${prefix}${type}${payloads.length > 1 ? textOf(payload) : ''}`,
      chart: machine.id,
      event: { type, ...payload },
    }))
  })

/** The charts that a chart runs, outermost first. */
const chartsWithin = (machine: AnyStateMachine): readonly AnyStateMachine[] =>
  Object.values(machine.implementations.actors).flatMap((logic) =>
    logic instanceof StateMachine ? [logic, ...chartsWithin(logic)] : [],
  )

/** All moves of an example: events of its chart and of the charts that it runs, ends of their effects, time, and an unknown event. */
export const movesFor = ({ machine }: Example): readonly Move[] =>
  labelled([
    ...movesOf(machine, casesOf(machine.id)),
    ...chartsWithin(machine).flatMap((inner) => movesOf(inner, casesOf(inner.id), `${inner.id}: `)),
    ...WAITS_MS.map((ms): Move => ({ kind: 'wait', label: `wait ${ms} ms`, ms })),
    { kind: 'event', label: 'UNHEARD_OF', chart: machine.id, event: { type: 'UNHEARD_OF' } },
  ])

/** The payloads of all examples of a chart. */
const casesOf = (id: string): NonNullable<Example['cases']> => {
  const all: Record<string, object[]> = {}
  for (const { cases = {} } of examples[id] ?? [])
    for (const [type, payloads] of Object.entries(cases)) {
      const known = new Set(all[type]?.map(textOf))
      all[type] = [...(all[type] ?? []), ...payloads.filter((payload) => !known.has(textOf(payload)))]
    }
  return all
}
