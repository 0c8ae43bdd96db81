import { writeFileSync } from 'node:fs'
import type { Shown } from '../commands/core/world.ts'
import type { Outcome, StartedRun } from '../commands/headless/outcome.ts'
import { EXIT_CODES, TerminalFailure } from './exit-codes.ts'
import type { FlagName } from './flags.ts'
import { junitReport } from './junit.ts'
import { outcomeJson, runLine, shownText } from './print.ts'
import { paintOf, plainText, type TerminalIo } from './terminal-io.ts'

type Options = {
  readonly flags: Readonly<Partial<Record<FlagName, string>>>
  readonly io: TerminalIo
  readonly url: string
  readonly startedAt: number
}

const UNHEALTHY = new Set(['SLOW', 'WARNING'])

/** Prints what a command brought about, and returns the exit code. Data goes to standard output, messages to standard error. */
export const printOutcome = (outcome: Outcome, { flags, io, url, startedAt }: Options): number => {
  const { messages, shown, secrets, runs, files, copied, leadsTo } = outcome
  const json = flags.json !== undefined
  const form = { json, jsonl: flags.jsonl !== undefined, columns: flags.columns ?? null }
  const isRead = shown.length > 0 || files.length > 0 || copied.length > 0
  const isFailure = ({ category, error }: StartedRun): boolean =>
    category === 'FAIL' || error !== null || (flags.strict !== undefined && UNHEALTHY.has(category ?? ''))
  for (const each of shown) {
    if (each.form === 'one' && each.one instanceof ArrayBuffer) writeContent('answer', each.one, flags.output, io)
    else if (each.form === 'one' && typeof each.one === 'string' && flags.output !== undefined)
      writeContent('answer', each.one, flags.output, io)
    else io.out(shownText(each, form, io))
  }
  for (const { name, content } of files) writeContent(name, content, flags.output, io)
  for (const text of copied) io.out(`${text}\n`)
  if (!isRead && (json || form.jsonl)) io.out(outcomeJson(outcome, url))
  else {
    for (const { title, secret } of secrets) io.out(io.isTerminal ? `${plainText(title)}\n${secret}\n` : `${secret}\n`)
    for (const run of runs) io.out(runLine(run, paintOf(io)))
  }
  if (flags.quiet === undefined) {
    if (!json) for (const { text } of messages) io.err(`${plainText(text)}\n`)
    if (leadsTo !== null && io.isTerminal && !json) io.err(`${url}${leadsTo}\n`)
    noteRest(shown, io)
  }
  if (flags.junit !== undefined) writeReport(flags.junit, junitReport(runs, isFailure, startedAt), io)
  return codeOf(runs, isFailure, flags.wait !== undefined)
}

const noteRest = (shown: readonly Shown[], io: TerminalIo): void => {
  for (const each of shown) {
    if (each.form !== 'rows') continue
    if (each.rows.length === 0) io.err('Nothing found.\n')
    else if (each.more) io.err(`${each.rows.length} rows are shown, and there are more: --all, or --limit N.\n`)
  }
}

const codeOf = (runs: readonly StartedRun[], isFailure: (run: StartedRun) => boolean, waits: boolean): number => {
  if (waits) {
    if (runs.some((run) => !run.isLost && isFailure(run))) return EXIT_CODES.failed.code
    return runs.some(({ isLost }) => isLost) ? EXIT_CODES.unreachable.code : EXIT_CODES.done.code
  }
  const refused = runs.find(({ resultId, error }) => resultId === null && error !== null)
  if (refused) throw new TerminalFailure('refused', refused.error ?? 'The run was not started.')
  return EXIT_CODES.done.code
}

/** Writes a file's content: to the file that was named, else to standard output if that can take it. */
const writeContent = (
  name: string,
  content: string | ArrayBuffer,
  target: string | undefined,
  io: TerminalIo,
): void => {
  const bytes = typeof content === 'string' ? content : new Uint8Array(content)
  if (target !== undefined && target !== '-') writeFile(target, bytes)
  else if (typeof bytes === 'string') io.out(bytes.endsWith('\n') ? bytes : `${bytes}\n`)
  else if (io.isTerminal && target === undefined)
    throw new TerminalFailure('usage', `This is no text (${bytes.length} bytes): --output ${name} writes it to a file.`)
  else io.outBytes(bytes)
}

const writeReport = (target: string, report: string, io: TerminalIo): void =>
  target === '-' ? io.out(report) : writeFile(target, report)

const writeFile = (target: string, content: string | Uint8Array): void => {
  try {
    writeFileSync(target, content)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new TerminalFailure('usage', `${target} cannot be written: ${detail}`, { cause })
  }
}
