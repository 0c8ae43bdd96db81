import type { Command } from '../commands/core/command.ts'
import type { Outcome } from '../commands/headless/outcome.ts'
import { fittingData, MOST_CHARACTERS, sizeOf } from './fitting-data.ts'
import { maskedJson } from './masked.ts'
import { shortReasons } from './result-in-short.ts'
import { shortRows, withoutNothing } from './short-rows.ts'
import { fenced, NOTICE } from './untrusted.ts'

/** The answer of a tool. */
export type ToolAnswer = {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  /** Sonde's own words and facts, for programs. Absent where the text has data: whoever gets both pays for both. */
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: true
  /** The same apart, with `untrusted_data`, for what reads it in this process. It is not sent. */
  readonly parts: Record<string, unknown>
}

const textOf = (text: string) => [{ type: 'text' as const, text }]

/** An answer of Sonde's own words. The text says everything that the facts do. */
const answerWith = (sentence: string, facts: Record<string, unknown> = {}): ToolAnswer => {
  const parts = { message: sentence, ...facts }
  return { content: textOf(sentence), structuredContent: parts, parts }
}

/** An answer of facts that are as long as their sentence is short: they are sent once, as text. */
export const answerOfFacts = (sentence: string, facts: Record<string, unknown>): ToolAnswer => ({
  content: textOf(`${sentence}\n${JSON.stringify(facts)}`),
  parts: { message: sentence, ...facts },
})

const CUT =
  'Long texts are cut, and end with the number of their characters. A person can read the rest of them in the web app or by the API.'

/**
 * An answer with data, in which texts of monitored systems may be: it is marked as such, and apart from Sonde's own words. What is too long
 * is cut, and the answer says so.
 */
const answerWithData = (
  said: string,
  whole: Record<string, unknown>,
  boundary: string,
  facts: Record<string, unknown> = {},
): ToolAnswer => {
  if (Object.keys(whole).length === 0) return answerWith(said, facts)
  const { data, isCut } = fittingData(whole)
  const sentence = isCut ? `${said}\n${CUT}` : said
  return {
    content: textOf(`${sentence}\n${fenced(data, boundary)}`),
    parts: { message: sentence, ...facts, notice: NOTICE, untrusted_data: data },
  }
}

/** An answer that says in a sentence why nothing, or not all, was done. */
export const refusedWith = (sentence: string, facts: Record<string, unknown> = {}): ToolAnswer => ({
  ...answerWith(sentence, facts),
  isError: true,
})

/** A refusal in words of another system, such as an authorization server: they are data, apart from Sonde's own. */
export const refusedByOther = (refusal: string, boundary: string): ToolAnswer => ({
  ...answerWithData('It was refused, in words that another system may have written:', { refusal }, boundary),
  isError: true,
})

type Page = { readonly skip: number; readonly limit: number; readonly details: boolean }

/** Characters of an answer's data beside its rows, or beside the content of its file. */
const ROOM = 1_000

/** Cuts rows to what an answer holds: one at least, which may be cut itself. */
const fitting = (rows: readonly unknown[]): readonly unknown[] => {
  let size = 0
  const at = rows.findIndex((row) => {
    size += sizeOf(row) + 1
    return size > MOST_CHARACTERS - ROOM
  })
  return at < 0 ? rows : rows.slice(0, Math.max(1, at))
}

const rowsAnswer = (
  command: Command,
  { rows, more }: { readonly rows: readonly object[]; readonly more: boolean },
  { skip, limit, details }: Page,
  boundary: string,
): ToolAnswer => {
  const asked = rows.slice(skip, skip + limit).map(maskedJson)
  const short = details ? { rows: asked.map(withoutNothing), isLess: false } : shortRows(command, asked)
  const data = fitting(short.rows)
  const isMore = more || data.length < asked.length || rows.length > skip + limit
  const next = skip + data.length
  const sentences = [
    `${data.length} ${data.length === 1 ? 'row' : 'rows'}${short.isLess ? ' in short; details: true answers all fields' : ''}.`,
    ...(isMore ? [`There are more: call it again with skip ${next}.`] : []),
  ]
  const facts = { more: isMore, ...(isMore && { next_skip: next }) }
  return answerWithData(sentences.join(' '), { rows: data }, boundary, facts)
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

/** As many whole lines of a file as an answer holds. */
const wholeLines = (content: string): string => {
  const most = MOST_CHARACTERS - ROOM
  let part = content.slice(0, most)
  // Quotes and line breaks take more than a character.
  for (let size = sizeOf(part); size > most; size = sizeOf(part))
    part = part.slice(0, Math.floor((part.length * most) / size))
  if (part.length === content.length) return content
  const end = part.lastIndexOf('\n')
  return part.slice(0, end < 0 ? part.length : end + 1)
}

const linesIn = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/** The sentence about a file that is longer than an answer: nobody is to count or sum up a part of it. */
const cutSentence = ({ content }: Outcome['files'][number]): readonly string[] => {
  const part = typeof content === 'string' ? wholeLines(content) : content
  if (typeof content !== 'string' || typeof part !== 'string' || part === content) return []
  const [shown, all] = [linesIn(part), linesIn(content)].map((count) => count.toLocaleString('en-US'))
  return [
    `The file is cut: these are the first ${shown} of its ${all} lines. A person can download all of it in the web app.`,
  ]
}

/** Puts the outcome of a command into an answer. `boundary`: a text that nobody can guess. */
export const answerOf = (
  command: Command,
  outcome: Outcome,
  { page, url, boundary }: { readonly page: Page | null; readonly url: string | null; readonly boundary: string },
): ToolAnswer => {
  const [shown] = outcome.shown
  if (shown?.form === 'rows')
    return rowsAnswer(command, shown, page ?? { skip: 0, limit: shown.rows.length, details: true }, boundary)
  if (shown) {
    return answerWithData('Here it is.', { data: withoutNothing(maskedJson(shown.one)) }, boundary)
  }
  const runs = outcome.runs.map((run) => ({
    name: run.name,
    category: run.category,
    result_id: run.resultId,
    response_time_ms: run.responseTime,
    ...(run.error !== null && { error: run.error }),
    ...shortReasons(run.category, run.result),
  }))
  const files = outcome.files.map(({ name, type, content }) => ({
    name,
    type,
    ...(typeof content === 'string' ? { content: wholeLines(content) } : { bytes: content.byteLength }),
  }))
  const written = outcome.written.flatMap(({ answer }) => (answer === null ? [] : [withoutNothing(maskedJson(answer))]))
  const messages = outcome.messages.map(({ text }) => text)
  // A test, as of an alert or an address, that found a fault.
  const hasFailed = outcome.messages.some(({ category }) => category === 'FAIL')
  const sentences = [
    runs.length > 0 ? runsSentence(outcome.runs) : hasFailed ? 'It was carried out, and it failed.' : 'Done.',
    ...outcome.files.flatMap(cutSentence),
    ...outcome.secrets.map(
      () => 'Its secret is not shown to programs; a person can replace it with a new one in the web app.',
    ),
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
