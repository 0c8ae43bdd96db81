import { expect, test } from 'vitest'
import { wordsOfStep } from '../../src/cli/shell-line.ts'
import { argumentsOf } from '../../src/commands/core/argument.ts'
import { shapeOf } from '../../src/commands/core/line/value-shape.ts'
import { headlessCommandById, headlessCommands } from '../../src/commands/headless/book.ts'
import { exampleWorld } from '../commands/world.ts'

test('what undoes a command of the terminal is a command of the terminal, with a line that names objects by their ids', () => {
  const { world } = exampleWorld()
  const lines = headlessCommands.flatMap((command) => {
    if (typeof command.undo !== 'function') return []
    const args = Object.fromEntries(
      argumentsOf(command).flatMap((argument) => {
        const { choices, kind, number } = shapeOf(argument)
        const named = argument.kind === null ? undefined : world.entities(argument.kind)[0]?.id
        const value = named ?? (kind === 'boolean' ? true : (choices[0] ?? (number ? (number.least ?? 1) : 'example')))
        return argument.required ? [[argument.key, kind === 'list' ? [value] : value]] : []
      }),
    )
    const undo = command.undo(args, world)
    if (!undo) return []
    const step = { command: undo.id, args: undo.args, reverse: { command: command.id, args } }
    return [[command.id, headlessCommandById(undo.id) !== null, wordsOfStep(step, world)] as const]
  })
  expect(lines.filter(([, isThere, words]) => !isThere || !words.startsWith('sonde '))).toEqual([])
  expect(lines.length).toBeGreaterThan(10)
})
