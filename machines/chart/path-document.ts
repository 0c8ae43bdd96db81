import type { AnyEventObject, AnyStateMachine } from 'xstate'
import type { Path } from './paths.ts'
import { plain } from './plain.ts'
import { wordsOf } from './transitions.ts'

/** The shape of a path as JSON. It changes only together with `version`. */
export type PathDocument = {
  readonly format: 'sonde.path'
  readonly version: 1
  /** Unique among the paths of a chart, and usable as a file name. */
  readonly name: string
  /** The chart's id. */
  readonly chart: string
  /** The input that the chart is started with. */
  readonly input: unknown
  /** The first step is the start: the event `xstate.init`. */
  readonly steps: readonly StepDocument[]
}

export type StepDocument = {
  /** The event in short words: `SIGN_OUT`, `read done`, `after poll`. */
  readonly when: string
  /** The event with its payload; errors and functions are objects and words, see `plain`. */
  readonly event: AnyEventObject
  /** The chart's state afterwards, as XState's `snapshot.value`. */
  readonly value: unknown
  /** The part of the context that distinguishes two moments (see `Example`). */
  readonly told: unknown
}

/** The states in a snapshot's value, innermost only: `open.writing` of `{ open: 'writing' }`. */
export const stateWords = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const within = stateWords(inner)
    return within.length === 0 ? [key] : within.map((each) => `${key}.${each}`)
  })
}

/** Words as a part of a file name: `signedIn` and `SIGN_OUT` become `signed-in` and `sign-out`. */
export const slugOf = (words: string): string =>
  words
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')

/** The most characters of a name, so that it fits into a file name of any system with its ending. */
const LONGEST_NAME = 120

/** FNV-1a, for names that must be shortened. */
const digestOf = (text: string): string => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash.toString(36)
}

/** Joins parts of a name. One that is too long is cut, and ends with a digest of the whole. */
export const joinedName = (parts: readonly string[]): string => {
  const whole = parts.map(slugOf).filter(Boolean).join('--')
  if (whole.length <= LONGEST_NAME) return whole
  const digest = digestOf(whole)
  return `${whole.slice(0, LONGEST_NAME - digest.length - 2).replace(/-+$/, '')}--${digest}`
}

/** Names a path after its events, in the words of `named`, and the state that it ends in. */
export const nameOfPath = (path: Path, named = ({ type }: AnyEventObject): string => wordsOf(type)): string => {
  const events = path.flatMap(({ event }) => (event.type === 'xstate.init' ? [] : [named(event)]))
  return joinedName([...events, `to ${stateWords(path.at(-1)?.value).join(' ')}`])
}

const plainEvent = (event: AnyEventObject): AnyEventObject => {
  const { type, ...payload } = event
  const fields = Object.entries(payload).map(([key, value]): [string, unknown] => [key, plain(value)])
  return { type, ...Object.fromEntries(fields) }
}

/** A path as JSON. A `name` takes the place of the one made of the path's events. */
export const pathDocument = (
  machine: AnyStateMachine,
  path: Path,
  { input, name = nameOfPath(path) }: { readonly input?: unknown; readonly name?: string } = {},
): PathDocument => ({
  format: 'sonde.path',
  version: 1,
  name,
  chart: machine.id,
  input: plain(input) ?? null,
  steps: path.map(({ event, value, told }) => ({
    when: event.type === 'xstate.init' ? 'start' : wordsOf(event.type),
    event: plainEvent(event),
    value,
    told,
  })),
})
