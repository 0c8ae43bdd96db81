import { CallError } from '../../machines/resource/failure.ts'
import { phraseIn } from '../commands/core/line/phrase.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import { CommandRefused } from '../commands/core/perform.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import type { Headless } from '../commands/headless/headless.ts'
import { shownKind } from '../commands/headless/reads.ts'
import { kinds } from '../commands/kinds.ts'
import { answered } from './answered-line.ts'
import { describedText } from './described.ts'
import { lineOf } from './flags.ts'
import type { LocalRun } from './local-commands.ts'
import { type RelatedList, relatedLists } from './related.ts'
import { connect, openWorld } from './settings.ts'
import { columnsOf, tableOf } from './table.ts'
import { paintOf, type TerminalIo } from './terminal-io.ts'
import { unknownCommand } from './unknown-command.ts'

/** Rows of each related list. */
const RELATED_ROWS = 5

/** `sonde describe monitor checkout`: an object with everything about it, and the newest rows of the lists that are about it. */
export const describeObject: LocalRun = async ({ words, flags, io }) => {
  const line = lineOf(['show', ...words])
  const found = phraseIn(tokensOf(line), headlessCommands)
  const kind = found && shownKind(found.command)
  if (!kind) throw unknownCommand(['describe', ...words])
  const world = await openWorld(await connect(flags, io.env))
  const { command, args } = await answered(line, world, io)
  const { shown } = await world.perform(command, args)
  for (const each of shown) if (each.form === 'one') io.out(describedText(each.one, io))
  const id = args[kind]
  if (typeof id !== 'string') return 0
  for (const list of relatedLists(kind)) io.out(await relatedText(list, id, world, io))
  return 0
}

/** The newest rows of a list about an object; nothing where there are none, or where the caller may not read it. */
const relatedText = async (
  { command, kind, key }: RelatedList,
  id: string,
  world: Headless,
  io: TerminalIo,
): Promise<string> => {
  const outcome = await world.perform(command, { [key]: id, limit: RELATED_ROWS }).catch((error: unknown) => {
    if (error instanceof CommandRefused || (error instanceof CallError && error.failure.status === 403)) return null
    throw error
  })
  const rows = outcome?.shown.flatMap((each) => (each.form === 'rows' ? each.rows : [])) ?? []
  if (rows.length === 0) return ''
  const [, many] = kinds[kind].noun
  const head = paintOf(io).bold(`${many.charAt(0).toUpperCase()}${many.slice(1)}`)
  return `\n${head}\n${tableOf(rows, columnsOf(rows, { kind, isWide: false }), { hasHeads: true, isWide: false, io })}`
}
