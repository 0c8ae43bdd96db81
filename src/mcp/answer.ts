import type { Outcome } from '../commands/headless/outcome.ts'
import { maskedJson } from './masked.ts'

/** The answer of a tool. */
export type ToolAnswer = {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent: Record<string, unknown>
  readonly isError?: true
}

/** Characters of JSON in an answer: what is longer would fill the context of a model. */
const MOST_CHARACTERS = 60_000

export const answerWith = (sentence: string, data: Record<string, unknown>): ToolAnswer => {
  const text = JSON.stringify(data)
  return {
    content: [{ type: 'text', text: Object.keys(data).length === 0 ? sentence : `${sentence}\n${text}` }],
    structuredContent: { message: sentence, ...data },
  }
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

const rowsAnswer = (rows: readonly object[], more: boolean, { skip, limit }: Page): ToolAnswer => {
  const asked = rows.slice(skip, skip + limit)
  const data = fitting(asked.map(maskedJson))
  const isMore = more || data.length < asked.length || rows.length > skip + limit
  const next = skip + data.length
  const count = `${data.length} ${data.length === 1 ? 'row' : 'rows'}`
  return answerWith(isMore ? `${count}. There are more: call it again with skip ${next}.` : `${count}.`, {
    rows: data,
    more: isMore,
    ...(isMore && { next_skip: next }),
  })
}

/** Puts the outcome of a command into an answer. */
export const answerOf = (outcome: Outcome, page: Page | null, url: string | null): ToolAnswer => {
  const [shown] = outcome.shown
  if (shown?.form === 'rows') return rowsAnswer(shown.rows, shown.more, page ?? { skip: 0, limit: shown.rows.length })
  if (shown) {
    const { value, isCut } = cutText(maskedJson(shown.one))
    return answerWith(isCut ? 'The beginning; the rest is left out because it is too long.' : 'Here it is.', {
      data: value,
    })
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
  const sentences = [
    ...outcome.messages.map(({ text }) => text),
    ...runs.map(({ name, category, error }) => `${name}: ${category ?? error ?? 'started'}`),
    ...outcome.secrets.map(({ title }) => `${title} is shown to people only: create it in the web app.`),
  ]
  const isFailed = runs.length > 0 && runs.every(({ result_id, error }) => result_id === null && error !== undefined)
  const answer = answerWith(sentences.join('\n') || 'Done.', {
    ...(runs.length > 0 && { runs }),
    ...(written.length > 0 && runs.length === 0 && { answers: written }),
    ...(files.length > 0 && { files }),
    ...(outcome.copied.length > 0 && { text: outcome.copied.join('\n') }),
    ...(outcome.leadsTo !== null && { url: `${url ?? ''}${outcome.leadsTo}` }),
  })
  return isFailed ? { ...answer, isError: true } : answer
}
