import { createTwoFilesPatch } from 'diff'
import { argumentsOf } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import { phraseIn } from '../commands/core/line/phrase.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import type { EntityKind } from '../commands/core/world.ts'
import { headlessCommandById, headlessCommands } from '../commands/headless/book.ts'
import type { Headless } from '../commands/headless/headless.ts'
import type { Outcome } from '../commands/headless/outcome.ts'
import { shownKind } from '../commands/headless/reads.ts'
import { configured } from './configured.ts'
import { EXIT_CODES, TerminalFailure } from './exit-codes.ts'
import { lineOf } from './line-of-words.ts'
import type { LocalRun } from './local-commands.ts'
import { connect, openWorld } from './settings.ts'
import { paintOf, plainText, type TerminalIo } from './terminal-io.ts'
import { unknownCommand } from './unknown-command.ts'

/** Lines that are shown around each change. */
const CONTEXT = 3

/** JSON with its fields in the order of their names: two answers may give them in another. */
const sortedJson = (value: unknown): string =>
  `${JSON.stringify(
    value,
    (_, each: unknown) =>
      typeof each === 'object' && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    2,
  )}\n`

/** `sonde diff monitor checkout checkout-staging`: the unified difference of the settings of two objects. Exits with 0 where they are the same, else with 1. */
export const diffObjects: LocalRun = async ({ words, flags, io }) => {
  const found = phraseIn(tokensOf(lineOf(['show', ...words])), headlessCommands)
  const kind = found && shownKind(found.command)
  if (!found || !kind) throw unknownCommand(['diff', ...words])
  const names = words.slice(found.length - 1).filter((word) => word !== '--')
  const [one, other, ...more] = names
  const needsMore = argumentsOf(found.command).some(({ key, required }) => required && key !== kind)
  if (one === undefined || other === undefined || more.length > 0 || needsMore)
    throw new TerminalFailure(
      'usage',
      `Usage: sonde diff ${words.slice(0, found.length - 1).join(' ') || 'KIND'} NAME NAME`,
    )
  const world = await openWorld(await connect(flags, io.env))
  const [a, b] = [await read(one, found.command, kind, world), await read(other, found.command, kind, world)]
  if (a === b) {
    if (flags.quiet === undefined) io.err('They are configured alike.\n')
    return EXIT_CODES.done.code
  }
  const patch = createTwoFilesPatch(one, other, a, b, undefined, undefined, { context: CONTEXT })
  io.out(painted(patch.replace(/^=+\n/, ''), io))
  return EXIT_CODES.failed.code
}

/** Settings of objects that are read by a command of their own, under a name that no other setting has. */
const FURTHER: Readonly<Partial<Record<EntityKind, { readonly id: string; readonly name: string }>>> = {
  monitor: { id: 'get.monitor-conditions', name: 'judging' },
}

const read = async (name: string, command: Command, kind: EntityKind, world: Headless): Promise<string> => {
  const args = await world.readArguments(command, { [kind]: name })
  const rows = ({ shown }: Outcome): readonly unknown[] =>
    shown.flatMap((each) => (each.form === 'one' ? [each.one] : each.rows))
  const settings = rows(await world.perform(command, args)).map((row) => configured(row, kind))
  const { id = '', name: key = '' } = FURTHER[kind] ?? {}
  const further = headlessCommandById(id)
  const more = further ? { [key]: withoutIds(rows(await world.perform(further, args))) } : {}
  return sortedJson(Object.assign({}, ...settings, more))
}

const IDS = ['id', 'call_id']

/** A value without the ids of its parts, which differ where the same was configured twice. */
const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !IDS.includes(key))
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutIds(each)]))
}

const painted = (patch: string, io: TerminalIo): string => {
  const paint = paintOf(io)
  const line = (text: string): string => {
    if (/^(---|\+\+\+)/.test(text)) return paint.bold(text)
    if (text.startsWith('@@')) return paint.dim(text)
    if (text.startsWith('+')) return paint.green(text)
    return text.startsWith('-') ? paint.red(text) : text
  }
  return patch
    .split('\n')
    .map((text) => line(plainText(text)))
    .join('\n')
}
