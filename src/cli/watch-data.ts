import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from '../commands/core/command.ts'
import type { Outcome, ShownData } from '../commands/headless/outcome.ts'
import { EXIT_CODES, endingOf, sentenceOf } from './exit-codes.ts'
import type { Flags } from './flag-table.ts'
import { allShownText } from './print.ts'
import { formOf } from './print-outcome.ts'
import type { Form } from './row-text.ts'
import { paintOf, plainText, type TerminalIo } from './terminal-io.ts'
import { refusePart } from './whole-list.ts'

/** Milliseconds between two looks: a terminal that is left open all day costs the server little. */
const LOOK_MS = 5_000

/** Clears a terminal and goes to its first line. */
const CLEAR = '\u001b[2J\u001b[H'

/** Resolves after some time, or at once when the program is interrupted. */
export const pausedUntil =
  (interrupted: AbortSignal) =>
  (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: interrupted }).catch(() => {})

type Options = {
  readonly look: () => Promise<Outcome>
  /** Loads names anew for the next look. */
  readonly forget: () => void
  readonly flags: Flags
  readonly command: Command
  readonly io: TerminalIo
  readonly pause: (ms: number) => Promise<void>
}

const keyOf = (row: unknown, at: number): string => {
  const { id, name } = Object(row) as { id?: unknown; name?: unknown }
  return String(id ?? name ?? at)
}

/** A row, and the data that it is part of. */
type WatchedRow = { readonly row: object; readonly from: ShownData }

/** The rows of an outcome by what they are told apart by; an object is one row. */
const rowsIn = ({ shown }: Outcome): ReadonlyMap<string, WatchedRow> =>
  new Map(
    shown
      .flatMap((each): readonly WatchedRow[] =>
        (each.form === 'rows' ? each.rows : [Object(each.one)]).map((row) => ({ row, from: each })),
      )
      .map((each, at) => [[each.from.of ?? [], keyOf(each.row, at)].flat().join(': '), each]),
  )

/** Whether there are more rows than are shown. */
const isPart = ({ shown }: Outcome): boolean => shown.some((each) => each.form === 'rows' && each.more)

/**
 * The rows of before that exist no more. Of a part of a list, the last ones may only have been pushed out of it by newer ones: those before a
 * row that is still there are gone.
 */
const goneFrom = (before: readonly string[], now: ReadonlyMap<string, string>, isCut: boolean): readonly string[] => {
  const end = isCut ? before.findLastIndex((key) => now.has(key)) : before.length
  return before.filter((key, at) => at < end && !now.has(key))
}

/** Prints data, and what changes of it: on a terminal all of it anew, in a pipe only the rows that are new or changed. */
export const watchData = async ({ look, forget, flags, command, io, pause }: Options): Promise<number> => {
  const form = formOf(flags, command)
  const paint = paintOf(io)
  let texts: ReadonlyMap<string, string> | null = null
  for (;;) {
    const outcome = await look().catch((error: unknown) => {
      // A server that restarts is no reason to end; a right that is gone is one.
      if (texts === null || endingOf(error) !== 'unreachable') throw error
      io.err(`${plainText(sentenceOf(error))} Trying again.\n`)
      return null
    })
    if (io.interrupted.aborted) return EXIT_CODES.interrupted.code
    if (outcome) {
      refusePart(outcome.shown, io)
      const rows = rowsIn(outcome)
      const before = texts
      const now = new Map([...rows].map(([key, { row }]) => [key, JSON.stringify(row)]))
      const changed = [...rows].filter(([key]) => before?.get(key) !== now.get(key)).map(([, each]) => each)
      const gone = goneFrom([...(before?.keys() ?? [])], now, isPart(outcome))
      if (io.isTerminal && (before === null || changed.length > 0 || before.size !== now.size)) {
        const head =
          flags.quiet === undefined ? paint.dim(`${command.words}, changes are shown. Ctrl-C ends it.\n`) : ''
        io.out(CLEAR + head + allShownText(outcome.shown, form, io))
      } else if (!io.isTerminal)
        printChanges(outcome, changed, { ...form, hasHeads: form.hasHeads && before === null }, io)
      if (!io.isTerminal && flags.quiet === undefined) for (const key of gone) io.err(`${plainText(key)} is gone.\n`)
      texts = now
    }
    await pause(LOOK_MS)
    if (io.interrupted.aborted) return EXIT_CODES.interrupted.code
    forget()
  }
}

const printChanges = ({ shown }: Outcome, changed: readonly WatchedRow[], form: Form, io: TerminalIo): void => {
  if (changed.length === 0) return
  const parts = shown.flatMap((each): readonly ShownData[] => {
    const rows = changed.flatMap(({ row, from }) => (from === each ? [row] : []))
    if (rows.length === 0) return []
    return [each.form === 'rows' ? { ...each, rows } : each]
  })
  io.out((form.format === 'yaml' ? '---\n' : '') + allShownText(parts, form, io))
}
