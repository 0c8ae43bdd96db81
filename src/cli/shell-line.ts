import { isDeepStrictEqual } from 'node:util'
import type { UndoStep } from '../../machines/undo.ts'
import { argumentsOf } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import { readLine } from '../commands/core/line/read.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import { writeLine } from '../commands/core/line/write.ts'
import type { World } from '../commands/core/world.ts'
import { headlessCommandById, headlessCommands } from '../commands/headless/book.ts'
import { kinds } from '../commands/kinds.ts'
import { shellWord } from '../domain/core/shell-words.ts'
import { takeFlags } from './flags.ts'
import { lineOf } from './line-of-words.ts'
import { plainText } from './terminal-io.ts'

type Values = Readonly<Record<string, unknown>>

/** The words of a call for the terminal, spelled in several ways: not every text can stand everywhere. */
const spellings = (command: Command, args: Values, world: World): readonly (readonly string[])[] => {
  const phrase = command.words.split(' ')
  const words = tokensOf(writeLine(command, args, world)).map(({ text }) => text)
  // Items of a list, each after a flag of its own.
  const apart = argumentsOf(command).flatMap(({ key, flag }) => {
    const value = args[key]
    return Array.isArray(value) ? value.flatMap((item) => [flag, String(item)]) : []
  })
  const single = Object.fromEntries(Object.entries(args).filter(([, value]) => !Array.isArray(value)))
  const others = tokensOf(writeLine(command, single, world)).map(({ text }) => text)
  return [words, [...others, ...apart], [...phrase, '--', ...words.slice(phrase.length)]]
}

/** The tokens of a line as far as they decide what it says. */
const piecesOf = (line: string) =>
  tokensOf(line).map(({ text, parts, flag, quoted }) => ({ text, parts, flag, quoted }))

/** Whether a command is called with these arguments by these words. */
const says = (words: readonly string[], command: Command, args: Values, world: World): boolean => {
  try {
    const { flags, words: own } = takeFlags(words)
    if (Object.keys(flags).length > 0) return false
    const line = lineOf(own)
    const reading = readLine(line, world, headlessCommands)
    return (
      (reading.command?.id === command.id && isDeepStrictEqual({ ...reading.args }, { ...args })) ||
      // What it names may be known to the server alone.
      isDeepStrictEqual(piecesOf(line), piecesOf(writeLine(command, args, world)))
    )
  } catch {
    // A word that looks like a general flag, and is none.
    return false
  }
}

/** The line that calls a command in a shell, with ids; null where no line does, as for control characters. */
const shellLine = (command: Command, args: Values, world: World): string | null => {
  const ids = Object.values(args).flat().map(String)
  // Names may be another object's by now, and a name of no letter is never written. A tag is read as it is written, whether it is known or not.
  const byIds: World = {
    ...world,
    entities: (kind) => (kinds[kind].named === 'by any text' ? [] : ids.map((id) => ({ kind, id, name: '' }))),
  }
  const words = spellings(command, args, byIds).find(
    (each) => each.every((word) => plainText(word) === word) && says(each, command, args, byIds),
  )
  return words ? `sonde ${words.map(shellWord).join(' ')}` : null
}

/** A step of an undo in words: the line of its command for a shell, or the fields that it restores. */
export const wordsOfStep = (step: UndoStep, world: World): string => {
  if (!('command' in step)) {
    const fields = step.fields.map(({ path }) => path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' '))
    return `restore ${fields.join(', ')}${step.name ? ` of “${step.name}”` : ''}`
  }
  const command = headlessCommandById(step.command)
  if (!command) return step.command
  const console = () => `in the console: ${writeLine(command, step.args, { ...world, entities: () => [] })}`
  return shellLine(command, step.args, world) ?? console()
}
