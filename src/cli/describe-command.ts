import { argumentsOf } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import { phraseIn } from '../commands/core/line/phrase.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import { shapeOf } from '../commands/core/line/value-shape.ts'
import { CommandRefused } from '../commands/core/perform.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import type { Headless } from '../commands/headless/headless.ts'
import type { Outcome } from '../commands/headless/outcome.ts'
import { shownKind } from '../commands/headless/reads.ts'
import { kinds } from '../commands/kinds.ts'
import { answered } from './answered-line.ts'
import { documentsText } from './data-text.ts'
import { describedText } from './described.ts'
import { endingOf } from './exit-codes.ts'
import { formatAmong } from './formats.ts'
import { lineOf } from './line-of-words.ts'
import { LOCAL, type LocalRun } from './local-commands.ts'
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
  const format = formatAmong(flags, LOCAL.describe?.formats ?? [])
  const world = await openWorld(await connect(flags, io.env))
  const { command, args } = await answered(line, world, io)
  const { shown } = await wholeObject(command, args, world)
  const objects = shown.flatMap((each) => (each.form === 'one' ? [each.one] : []))
  const id = args[kind]
  const lists = typeof id === 'string' ? relatedLists(kind) : []
  if (format === 'table') {
    for (const one of objects) io.out(describedText(one, io))
    for (const list of lists) io.out(relatedText(list, await relatedRows(list, String(id), world), io))
    return 0
  }
  const related: Record<string, readonly object[]> = {}
  for (const list of lists) related[wordOf(list)] = await relatedRows(list, String(id), world)
  io.out(
    documentsText(
      objects.map((object) => ({ object, lists: related })),
      format,
    ),
  )
  return 0
}

/** What a list is called in a line: `workflow-results` of `list workflow-results`. */
const wordOf = ({ command }: RelatedList): string => command.words.split(' ').slice(1).join(' ')

/** An object with all that the caller may see of it: the detail of a result, where the level allows that. */
const wholeObject = async (
  command: Command,
  args: Readonly<Record<string, unknown>>,
  world: Headless,
): Promise<Outcome> => {
  const hasDetail = argumentsOf(command).some((each) => each.key === 'mode' && shapeOf(each).choices.includes('full'))
  if (!hasDetail) return world.perform(command, args)
  return world.perform(command, { mode: 'full', ...args }).catch((error: unknown) => {
    if (endingOf(error) === 'refused') return world.perform(command, args)
    throw error
  })
}

/** The newest rows of a list about an object; none where the caller may not read it. */
const relatedRows = async ({ command, key }: RelatedList, id: string, world: Headless): Promise<readonly object[]> => {
  const outcome = await world.perform(command, { [key]: id, limit: RELATED_ROWS }).catch((error: unknown) => {
    if (error instanceof CommandRefused || endingOf(error) === 'refused') return null
    throw error
  })
  return outcome?.shown.flatMap((each) => (each.form === 'rows' ? each.rows : [])) ?? []
}

const relatedText = ({ kind }: RelatedList, rows: readonly object[], io: TerminalIo): string => {
  if (rows.length === 0) return ''
  const [, many] = kinds[kind].noun
  const head = paintOf(io).bold(`${many.charAt(0).toUpperCase()}${many.slice(1)}`)
  return `\n${head}\n${tableOf(rows, columnsOf(rows, { kind, isWide: false }), { hasHeads: true, isWide: false, io })}`
}
