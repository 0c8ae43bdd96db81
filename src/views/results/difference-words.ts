import { jsonText } from '../../domain/core/exact-json.ts'
import { type BodyDifference, bodyDifference } from '../../domain/results/body-difference.ts'
import { headerDifference } from '../../domain/results/header-difference.ts'
import type { JsonChange } from '../../domain/results/json-difference.ts'
import type { LineChange } from '../../domain/results/text-difference.ts'
import { formats } from '../parts/text/format.ts'
import type { DifferenceRow } from './DifferenceRows.tsx'
import { type Evidence, evidenceOf, type Result } from './full-result.ts'
import { protocolName, reasonWord } from './result-words.ts'

/** Lines of a stretch of text that are shown. */
const LINES = 40

const json = (value: unknown): string => jsonText(value, 2)

const NOTES = { added: 'added', removed: 'removed', changed: undefined, moved: 'in another order' } as const

const jsonRow = ({ path, kind, ...sides }: JsonChange, index: number): DifferenceRow => ({
  id: String(index),
  name: path,
  note: NOTES[kind],
  before: 'before' in sides ? json(sides.before) : null,
  after: 'after' in sides ? json(sides.after) : null,
})

const stretch = (lines: readonly string[]): string | null => {
  if (lines.length === 0) return null
  const more = lines.length - LINES
  return [...lines.slice(0, LINES), ...(more > 0 ? [`… and ${more} more lines`] : [])].join('\n')
}

const lineWords = ({ before, after }: LineChange): string => {
  const { line, lines } = after.lines.length > 0 ? after : before
  return lines.length === 1 ? `line ${line}` : `lines ${line} to ${line + lines.length - 1}`
}

const textRow = (change: LineChange, index: number): DifferenceRow => ({
  id: String(index),
  name: lineWords(change),
  before: stretch(change.before.lines),
  after: stretch(change.after.lines),
})

/** Rows of a difference of bodies; none where they are equal or no text. */
export const bodyRows = (difference: BodyDifference): readonly DifferenceRow[] => {
  if (difference.kind === 'json') return difference.changes.map(jsonRow)
  return difference.kind === 'text' ? difference.changes.map(textRow) : []
}

/** A sentence about the bodies that their rows do not say; null if there is none. */
export const bodyNote = (difference: BodyDifference): string | null => {
  switch (difference.kind) {
    case 'same':
      return 'The bodies are equal.'
    case 'bytes':
      return 'The bodies are not text and differ. Download both to compare them.'
    case 'json':
      return difference.more ? `Only the first ${difference.changes.length} differences are listed.` : null
    case 'text':
      if (!difference.isPart) return null
      return difference.changes.length === 0
        ? 'A body is too long to be kept with its result. Their beginnings are equal; download both to compare the rest.'
        : 'A body is too long to be kept with its result: only the beginnings are compared, as text.'
  }
}

type Fact = readonly [name: string, before: string | null, after: string | null]

const statusOf = (result: Result): string | null => {
  const { response } = evidenceOf(result)
  return response ? `${response.status_code} ${response.status_string}`.trim() : null
}

/** Figures of two results that differ. */
export const factRows = (
  before: Result,
  after: Result,
  locationName: (id: string) => string,
): readonly DifferenceRow[] => {
  const both = (of: (result: Result) => string | null): readonly [string | null, string | null] => [
    of(before),
    of(after),
  ]
  const facts: readonly Fact[] = [
    ['Status', ...both(statusOf)],
    ['Reason', ...both(({ meta, http_code }) => (meta ? reasonWord(meta, http_code) : null))],
    ['Total time', ...both(({ response_time }) => formats.latency(response_time))],
    ['Size', ...both(({ meta }) => (meta ? formats.bytes(meta.response_size) : null))],
    ['Location', ...both(({ location_id }) => locationName(location_id))],
    ['IP address', ...both(({ meta }) => meta?.dest_ip ?? null)],
    ['Address', ...both(({ meta }) => meta?.url ?? null)],
    ['Protocol', ...both((result) => (result.http_code === null ? null : protocolName(evidenceOf(result).protocol)))],
  ]
  return facts
    .filter(([, left, right]) => left !== right)
    .map(([name, left, right]) => ({ id: name, name, before: left, after: right }))
}

type Headers = NonNullable<Evidence['response']>['headers']

/** Headers that differ, a row each. */
export const headerRows = (before: Headers, after: Headers): readonly DifferenceRow[] =>
  headerDifference(before, after).map(({ name, before: left, after: right }) => ({
    id: name,
    name,
    before: left?.join('\n') ?? null,
    after: right?.join('\n') ?? null,
  }))

/** The difference of the bodies of two responses. */
export const responseBodies = (
  before: NonNullable<Evidence['response']>,
  after: NonNullable<Evidence['response']>,
): BodyDifference => bodyDifference(before, after)
