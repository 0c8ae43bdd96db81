import { createTwoFilesPatch } from 'diff'
import { argumentsOf } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import { phraseIn } from '../commands/core/line/phrase.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import type { Headless } from '../commands/headless/headless.ts'
import { shownKind } from '../commands/headless/reads.ts'
import { EXIT_CODES, TerminalFailure } from './exit-codes.ts'
import { lineOf } from './flags.ts'
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

/** `sonde diff monitor checkout checkout-staging`: the unified difference of two objects. Exits with 0 where they are the same, else with 1. */
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
    if (flags.quiet === undefined) io.err('They are the same.\n')
    return EXIT_CODES.done.code
  }
  const patch = createTwoFilesPatch(one, other, a, b, undefined, undefined, { context: CONTEXT })
  io.out(painted(patch.replace(/^=+\n/, ''), io))
  return EXIT_CODES.failed.code
}

const read = async (name: string, command: Command, kind: string, world: Headless): Promise<string> => {
  const { shown } = await world.perform(command, await world.readArguments(command, { [kind]: name }))
  return shown.map((each) => sortedJson(each.form === 'one' ? each.one : each.rows)).join('')
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
