import type { Command } from '../commands/core/command.ts'
import type { Outcome, ShownData, StartedRun } from '../commands/headless/outcome.ts'
import { listedKind } from '../commands/headless/reads.ts'
import { dataText, documentsText } from './data-text.ts'
import { EXIT_CODES, sentenceOf, TerminalFailure } from './exit-codes.ts'
import type { Flags } from './flag-table.ts'
import { formatOf } from './formats.ts'
import { junitReport, junitReportOfFailure } from './junit.ts'
import { allShownText, outcomeData, outcomeNames, runLine } from './print.ts'
import type { Form } from './row-text.ts'
import type { RowsAhead } from './rows-ahead.ts'
import { paintOf, plainText, type TerminalIo } from './terminal-io.ts'
import { refusePart } from './whole-list.ts'
import { writeFile } from './written-files.ts'

type Options = {
  readonly flags: Flags
  readonly command: Command
  readonly io: TerminalIo
  readonly url: string
  readonly startedAt: number
  /** The rows that were read ahead of the outcome. */
  readonly ahead?: RowsAhead
}

const UNHEALTHY = new Set(['SLOW', 'WARNING'])

const failureBy =
  ({ strict }: Flags) =>
  ({ category, error }: StartedRun): boolean =>
    category === 'FAIL' || error !== null || (strict !== undefined && UNHEALTHY.has(category ?? ''))

/** Writes the JUnit report of runs, if flags ask for one. */
export const writeRunReport = (runs: readonly StartedRun[], flags: Flags, io: TerminalIo, startedAt: number): void => {
  writeReport(junitReport(runs, failureBy(flags), startedAt), flags, io)
}

/** Writes the JUnit report of a command that ended with an error, if flags ask for one: an older file must not pass for its own. */
export const writeFailureReport = (error: unknown, flags: Flags, io: TerminalIo, startedAt: number): void => {
  try {
    writeReport(junitReportOfFailure(sentenceOf(error), startedAt), flags, io)
  } catch {
    // The first error says more, and where the file cannot be written, it is that.
  }
}

const writeReport = (report: string, { junit: target }: Flags, io: TerminalIo): void => {
  if (target === '-') io.out(report)
  else if (target !== undefined && target.trim() !== '') writeFile(target, report)
}

/** The form that flags choose for the data of a command. */
export const formOf = (flags: Flags, command: Command): Form => ({
  format: formatOf(flags, command.prints),
  columns: flags.columns,
  hasHeads: flags['no-headers'] === undefined,
  kind: listedKind(command),
})

/** Prints what a command brought about, and returns the exit code. Data goes to standard output, messages to standard error. */
export const printOutcome = (outcome: Outcome, { flags, command, io, url, startedAt, ahead }: Options): number => {
  const { messages, secrets, runs, files, copied, leadsTo } = outcome
  if (ahead && ahead.printed() > 0) return endRows(outcome, ahead, flags, io)
  const shown = ahead?.completed(outcome.shown) ?? outcome.shown
  const form = formOf(flags, command)
  const isData = form.format === 'json' || form.format === 'jsonl' || form.format === 'yaml'
  const isRead = shown.length > 0 || files.length > 0 || copied.length > 0
  const isFailure = failureBy(flags)
  refusePart(shown, io)
  const contents = command.prints === 'content' ? shown.flatMap((each) => (each.form === 'one' ? [each.one] : [])) : []
  refuseOneFile(contents.length + files.length, flags.output)
  for (const each of contents) writeContent('answer', contentOf(each), flags.output, io)
  if (contents.length === 0 && shown.length > 0) io.out(allShownText(shown, form, io))
  for (const { name, content } of files) writeContent(name, content, flags.output, io)
  if (copied.length > 0)
    io.out(isData ? documentsText(copied, form.format) : copied.map((text) => `${text}\n`).join(''))
  if (!isRead && isData) io.out(dataText(outcomeData(outcome, url), form.format))
  else if (!isRead && form.format === 'name') io.out(outcomeNames(outcome))
  else {
    for (const { title, secret } of secrets) io.out(io.isTerminal ? `${plainText(title)}\n${secret}\n` : `${secret}\n`)
    for (const run of runs) io.out(runLine(run, paintOf(io)))
  }
  if (flags.quiet === undefined) {
    if (!isData || isRead) for (const { text } of messages) io.err(`${plainText(text)}\n`)
    if (leadsTo !== null && io.isTerminal && !isData) io.err(`${url}${leadsTo}\n`)
    noteRest(shown, io)
  }
  writeRunReport(runs, flags, io, startedAt)
  return codeOf(outcome, isFailure, flags.wait !== undefined)
}

/** Refuses to write the contents of several objects to one file, where each would replace the one before. */
const refuseOneFile = (count: number, target: string | undefined): void => {
  if (count > 1 && target !== undefined && target !== '-')
    throw new TerminalFailure('usage', `${count} files would all be ${target}: download them one by one.`)
}

/** Content that an endpoint answers: a text, or bytes. */
const contentOf = (answer: unknown): string | ArrayBuffer =>
  typeof answer === 'string' || answer instanceof ArrayBuffer ? answer : JSON.stringify(answer)

/** Ends a list whose rows are printed. */
const endRows = ({ shown }: Outcome, { end, printed }: RowsAhead, { quiet }: Flags, io: TerminalIo): number => {
  end()
  const hasMore = shown.some((each) => each.form === 'rows' && each.more)
  if (quiet === undefined && hasMore) io.err(restSentence(printed()))
  return EXIT_CODES.done.code
}

const noteRest = (shown: readonly ShownData[], io: TerminalIo): void => {
  for (const each of shown) {
    if (each.form !== 'rows') continue
    const about = each.of === undefined ? '' : `“${plainText(each.of)}”: `
    if (each.rows.length === 0) io.err(`${about}${about === '' ? 'Nothing' : 'nothing'} found.\n`)
    else if (each.more) io.err(about + restSentence(each.rows.length))
  }
}

const restSentence = (count: number): string =>
  `${count === 1 ? '1 row is' : `${count} rows are`} shown, and there are more: --all, or --limit N.\n`

const codeOf = ({ runs, messages }: Outcome, isFailure: (run: StartedRun) => boolean, waits: boolean): number => {
  if (waits) {
    if (runs.some((run) => !run.isLost && isFailure(run))) return EXIT_CODES.failed.code
    const lost = runs.filter(({ isLost }) => isLost)
    if (lost.some(({ resultId, start }) => resultId === null && !start)) return EXIT_CODES.refused.code
    return lost.length > 0 ? EXIT_CODES.unreachable.code : EXIT_CODES.done.code
  }
  const refused = runs.find(({ resultId, error }) => resultId === null && error !== null)
  if (refused)
    throw new TerminalFailure(refused.start ? 'unreachable' : 'refused', refused.error ?? 'The run was not started.')
  // A test that was carried out and failed, such as that of an address.
  return messages.some(({ category }) => category === 'FAIL') ? EXIT_CODES.failed.code : EXIT_CODES.done.code
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
