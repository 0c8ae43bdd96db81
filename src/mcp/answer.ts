import type { Outcome } from '../commands/headless/outcome.ts'
import { maskedJson } from './masked.ts'
import { fenced, NOTICE } from './untrusted.ts'

/** The answer of a tool. */
export type ToolAnswer = {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent: Record<string, unknown>
  readonly isError?: true
}

/** Characters of JSON in an answer: what is longer would fill the context of a model. */
const MOST_CHARACTERS = 60_000

/** An answer of Sonde's own words. */
export const answerWith = (sentence: string, facts: Record<string, unknown> = {}): ToolAnswer => ({
  content: [
    { type: 'text', text: Object.keys(facts).length === 0 ? sentence : `${sentence}\n${JSON.stringify(facts)}` },
  ],
  structuredContent: { message: sentence, ...facts },
})

/** An answer with data, in which texts of monitored systems may be: it is marked as such, and apart from Sonde's own words. */
const answerWithData = (
  sentence: string,
  data: Record<string, unknown>,
  boundary: string,
  facts: Record<string, unknown> = {},
): ToolAnswer =>
  Object.keys(data).length === 0
    ? answerWith(sentence, facts)
    : {
        content: [{ type: 'text', text: `${sentence}\n${fenced(data, boundary)}` }],
        structuredContent: { message: sentence, ...facts, notice: NOTICE, untrusted_data: data },
      }

/** An answer that says in a sentence why nothing, or not all, was done. */
export const refusedWith = (sentence: string, data: Record<string, unknown> = {}): ToolAnswer => ({
  ...answerWith(sentence, data),
  isError: true,
})

type Page = { readonly skip: number; readonly limit: number }

/** Cuts rows to what an answer holds. */
const fitting = (rows: readonly unknown[]): readonly unknown[] => {
  let size = 0
  const at = rows.findIndex((row) => {
    size += JSON.stringify(row)?.length ?? 0
    return size > MOST_CHARACTERS
  })
  return at < 0 ? rows : rows.slice(0, Math.max(1, at))
}

const cutText = (value: unknown): { readonly value: unknown; readonly isCut: boolean } => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text !== undefined && text.length > MOST_CHARACTERS
    ? { value: text.slice(0, MOST_CHARACTERS), isCut: true }
    : { value, isCut: false }
}

const rowsAnswer = (rows: readonly object[], more: boolean, { skip, limit }: Page, boundary: string): ToolAnswer => {
  const asked = rows.slice(skip, skip + limit)
  const data = fitting(asked.map(maskedJson))
  const isMore = more || data.length < asked.length || rows.length > skip + limit
  const next = skip + data.length
  const count = `${data.length} ${data.length === 1 ? 'row' : 'rows'}`
  const sentence = isMore ? `${count}. There are more: call it again with skip ${next}.` : `${count}.`
  return answerWithData(sentence, { rows: data }, boundary, { more: isMore, ...(isMore && { next_skip: next }) })
}

/** “2 runs: 1 FAIL, 1 PASS.” */
const runsSentence = (runs: Outcome['runs']): string => {
  const counts = new Map<string, number>()
  for (const { category, error } of runs) {
    const outcome = category ?? (error === null ? 'started' : 'not known')
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  const parts = [...counts].map(([outcome, count]) => `${count} ${outcome}`)
  return `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}: ${parts.join(', ')}.`
}

/** Puts the outcome of a command into an answer. `boundary`: a text that nobody can guess. */
export const answerOf = (outcome: Outcome, page: Page | null, url: string | null, boundary: string): ToolAnswer => {
  const [shown] = outcome.shown
  if (shown?.form === 'rows')
    return rowsAnswer(shown.rows, shown.more, page ?? { skip: 0, limit: shown.rows.length }, boundary)
  if (shown) {
    const { value, isCut } = cutText(maskedJson(shown.one))
    const sentence = isCut ? 'The beginning; the rest is left out because it is too long.' : 'Here it is.'
    return answerWithData(sentence, { data: value }, boundary)
  }
  const runs = outcome.runs.map(({ name, category, error, resultId, responseTime }) => ({
    name,
    category,
    result_id: resultId,
    response_time_ms: responseTime,
    ...(error !== null && { error }),
  }))
  const files = outcome.files.map(({ name, type, content }) => ({
    name,
    type,
    ...(typeof content === 'string' ? { content: cutText(content).value } : { bytes: content.byteLength }),
  }))
  const written = outcome.written.flatMap(({ answer }) => (answer === null ? [] : [cutText(maskedJson(answer)).value]))
  const messages = outcome.messages.map(({ text }) => text)
  const sentences = [
    runs.length > 0 ? runsSentence(outcome.runs) : 'Done.',
    ...outcome.secrets.map(() => 'Its new secret is shown to people only: create it in the web app.'),
  ]
  const isFailed = runs.length > 0 && runs.every(({ result_id, error }) => result_id === null && error !== undefined)
  const data = {
    ...(messages.length > 0 && { messages }),
    ...(runs.length > 0 && { runs }),
    ...(written.length > 0 && runs.length === 0 && { answers: written }),
    ...(files.length > 0 && { files }),
    ...(outcome.copied.length > 0 && { text: outcome.copied.join('\n') }),
  }
  const address = outcome.leadsTo === null ? null : `${url ?? ''}${outcome.leadsTo}`
  const sentence = [...sentences, ...(address === null ? [] : [`In the web app: ${address}`])].join('\n')
  const answer = answerWithData(sentence, data, boundary, address === null ? {} : { url: address })
  return isFailed ? { ...answer, isError: true } : answer
}
