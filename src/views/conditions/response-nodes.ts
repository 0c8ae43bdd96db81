import type { Outcome } from '../../domain/conditions/conditions.ts'
import { REDIRECT_FACTS, TLS_FACTS } from '../../domain/conditions/facts.ts'
import type { Condition } from '../../domain/conditions/operators.ts'
import { cookieOf } from '../../domain/conditions/outcome.ts'
import {
  conditionOfCookie,
  conditionOfFact,
  conditionOfHeader,
  conditionOfJson,
  conditionOfLatency,
  conditionOfSize,
  conditionOfStatus,
  conditionOfText,
} from '../../domain/conditions/pointed-conditions.ts'
import { isList, isRecord, type Json } from '../../domain/conditions/values.ts'
import { parseJson } from '../../domain/core/exact-json.ts'
import { ExactNumber } from '../../domain/core/exact-number.ts'
import { LATENCY_METRICS } from '../../domain/statistics/latency-metrics.ts'
import type { TreeRow } from '../parts/form/PickTree.tsx'
import { formats } from '../parts/text/format.ts'
import { xmlNodes } from './xml-nodes.ts'

/** A value of a response, with the condition that it makes and the values within it. */
export type ResponseNode = Pick<TreeRow, 'id' | 'label' | 'value' | 'tone'> & {
  readonly makes: Condition | null
  readonly inner?: () => readonly ResponseNode[]
}

const quiet = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

const jsonLook = (value: Json): Pick<ResponseNode, 'value' | 'tone'> => {
  if (isList(value)) return { value: `[ ${quiet(value.length, 'item')} ]`, tone: 'quiet' }
  if (isRecord(value)) return { value: `{ ${quiet(Object.keys(value).length, 'field')} }`, tone: 'quiet' }
  if (typeof value === 'string') return { value: JSON.stringify(value.slice(0, 2_000)), tone: 'text' }
  return {
    value: String(value),
    tone: typeof value === 'number' || value instanceof ExactNumber ? 'number' : 'literal',
  }
}

type Steps = readonly (string | number)[]

const jsonNode = (steps: Steps, label: string, value: Json, id: string): ResponseNode => ({
  id,
  label,
  ...jsonLook(value),
  makes: conditionOfJson(steps, value),
  ...(isList(value) && {
    inner: () => value.map((item, index) => jsonNode([...steps, index], String(index), item, `${id}/${index}`)),
  }),
  ...(isRecord(value) && {
    inner: () =>
      Object.entries(value).map(([name, item], index) => jsonNode([...steps, name], name, item, `${id}/${index}`)),
  }),
})

const parsed = (text: string): Json | undefined => {
  try {
    return parseJson(text) as Json
  } catch {
    return undefined
  }
}

/** Longest body whose lines are shown. */
const MAX_LINES = 2_000

const textNodes = (body: string): readonly ResponseNode[] =>
  body
    .split(/\r?\n/, MAX_LINES)
    .flatMap((line, index) =>
      line.trim() === ''
        ? []
        : [{ id: `body/${index}`, label: '', value: line, tone: 'text', makes: conditionOfText(line.trim()) } as const],
    )

const bodyNode = ({ body, isCut }: Outcome): ResponseNode => {
  const section = { id: 'body', label: 'Body', tone: 'quiet', makes: null } as const
  if (body === null || body === '') return { ...section, value: body === null ? 'no text' : 'empty' }
  const note = isCut ? ', its beginning' : ''
  const json = isCut ? undefined : parsed(body)
  if (json !== undefined) {
    const root = jsonNode([], 'Body', json, 'body')
    return { ...root, value: `JSON ${root.value}` }
  }
  const xml = isCut ? null : xmlNodes(body)
  if (xml) return { ...section, value: 'XML', inner: () => xml }
  return { ...section, value: `text, ${formats.bytes(body.length)}${note}`, inner: () => textNodes(body) }
}

const leaf = (
  id: string,
  label: string,
  value: string,
  makes: Condition,
  tone: TreeRow['tone'] = 'text',
): ResponseNode => ({ id, label, value, makes, tone })

const section = (id: string, label: string, inner: readonly ResponseNode[], one: string): readonly ResponseNode[] =>
  inner.length === 0
    ? []
    : [{ id, label, value: quiet(inner.length, one), tone: 'quiet', makes: null, inner: () => inner }]

const cookieNames = ({ headers }: Outcome): readonly string[] => [
  ...new Set(
    headers
      .filter(({ key }) => key.toLowerCase() === 'set-cookie')
      .map(({ value }) => value.slice(0, Math.max(0, value.indexOf('='))).trim())
      .filter((name) => name !== ''),
  ),
]

const factNodes = (source: 'tls' | 'redirects', outcome: Outcome): readonly ResponseNode[] =>
  Object.entries(source === 'tls' ? TLS_FACTS : REDIRECT_FACTS).flatMap(([fact, { words, of }]) => {
    const value = of(outcome)
    if (value === undefined || value === null || fact === 'protocol') return []
    const text = isList(value) ? value.join(' ← ') : String(value)
    return [leaf(`${source}/${fact}`, words, text, conditionOfFact(source, fact, value))]
  })

/** The values of a response as a tree. Each value makes a condition that holds for it as it is. */
export const responseNodes = (outcome: Outcome): readonly ResponseNode[] => {
  const { httpCode, responseSize, timing, headers } = outcome
  const headerNodes = headers.map(({ key, value }, index) =>
    leaf(`headers/${index}`, key.toLowerCase(), value, conditionOfHeader(key, value)),
  )
  const cookieNodes = cookieNames(outcome).map((name) => {
    const value = cookieOf(outcome, name) ?? ''
    return leaf(`cookies/${name}`, name, value, conditionOfCookie(name, value))
  })
  const times = Object.entries(LATENCY_METRICS).map(([metric, { words, ms }]) =>
    leaf(`times/${metric}`, words, formats.phase(ms(timing)), conditionOfLatency(metric, ms(timing)), 'number'),
  )
  return [
    ...(httpCode === null
      ? []
      : [leaf('status', 'Status code', String(httpCode), conditionOfStatus(httpCode), 'number')]),
    leaf('size', 'Size', formats.bytes(responseSize), conditionOfSize(responseSize), 'number'),
    bodyNode(outcome),
    ...section('headers', 'Headers', headerNodes, 'header'),
    ...section('cookies', 'Cookies', cookieNodes, 'cookie'),
    ...section('times', 'Times', times, 'latency').map((node) => ({ ...node, value: formats.latency(timing.total) })),
    ...section('tls', 'TLS', factNodes('tls', outcome), 'fact'),
    ...section('redirects', 'Redirects', factNodes('redirects', outcome), 'fact'),
  ]
}

/** Values of one list or object that are shown at first, and that each “more” adds. */
const PAGE = 100
const MORE = '#more'

type Shown = { readonly open: ReadonlySet<string>; readonly pages: ReadonlyMap<string, number> }
type Visible = { readonly rows: readonly TreeRow[]; readonly nodes: ReadonlyMap<string, ResponseNode> }

/** The visible rows of a tree: those within open ones, the first hundred of each. */
export const visibleRows = (top: readonly ResponseNode[], { open, pages }: Shown): Visible => {
  const rows: TreeRow[] = []
  const nodes = new Map<string, ResponseNode>()
  const add = (list: readonly ResponseNode[], level: number, parent: string): void => {
    const most = (pages.get(parent) ?? 1) * PAGE
    for (const node of list.slice(0, most)) {
      const { id, label, value, tone, makes, inner } = node
      const isOpen = inner ? open.has(id) : null
      nodes.set(id, node)
      rows.push({ id, level, label, value, tone, isOpen, picks: makes ? 'Add a condition for this value' : null })
      if (inner && isOpen) add(inner(), level + 1, id)
    }
    if (list.length > most) {
      const value = `Show ${Math.min(PAGE, list.length - most)} of ${list.length - most} more`
      rows.push({ id: `${parent}${MORE}`, level, label: '', value, tone: 'quiet', isOpen: null, picks: value })
    }
  }
  add(top, 1, '')
  return { rows, nodes }
}

/** The row whose next page a row shows; null for a row that is a value. */
export const moreOf = (id: string): string | null => (id.endsWith(MORE) ? id.slice(0, -MORE.length) : null)
