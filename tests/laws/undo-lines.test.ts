import { expect, test } from 'vitest'
import { argumentsOf } from '../../src/commands/core/argument.ts'
import { readLine } from '../../src/commands/core/line/read.ts'
import { shapeOf } from '../../src/commands/core/line/value-shape.ts'
import { writeLine } from '../../src/commands/core/line/write.ts'
import type { EntityKind } from '../../src/commands/core/world.ts'
import { headlessCommandById, headlessCommands } from '../../src/commands/headless/book.ts'
import { exampleWorld } from '../commands/world.ts'

const undoable = headlessCommands.filter(({ undo }) => undo !== undefined)

test('what undoes a command of the terminal is a command of the terminal, and its line with ids reads back as the same call', () => {
  const { world } = exampleWorld()
  const faults: string[] = []
  for (const command of undoable) {
    const args = Object.fromEntries(
      argumentsOf(command).flatMap((argument) => {
        const { choices, kind, number } = shapeOf(argument)
        const named = argument.kind === null ? undefined : world.entities(argument.kind)[0]?.id
        const value = named ?? (kind === 'boolean' ? true : (choices[0] ?? (number ? (number.least ?? 1) : 'example')))
        return argument.required ? [[argument.key, kind === 'list' ? [value] : value]] : []
      }),
    )
    const undo = command.undo?.(args, world)
    if (!undo) continue
    const found = headlessCommandById(undo.id)
    if (!found) {
      faults.push(`${command.words} is undone by ${undo.id}, which needs a screen`)
      continue
    }
    const line = writeLine(found, undo.args, { ...world, entities: () => [] })
    const made = argumentsOf(found).flatMap(({ key, kind }) => {
      const id = undo.args[key]
      return kind === null || typeof id !== 'string' ? [] : [{ kind, id, name: id }]
    })
    // What it names is there once the command is done, such as an environment by its new name.
    const later = {
      ...world,
      entities: (kind: EntityKind) => [...made.filter((each) => each.kind === kind), ...world.entities(kind)],
    }
    const { command: read, args: back } = readLine(line, later, headlessCommands)
    const isSame = Object.entries(undo.args).every(
      ([key, value]) => value === undefined || JSON.stringify(back[key]) === JSON.stringify(value),
    )
    if (read?.id !== undo.id || !isSame) faults.push(`${command.words}: ${line} reads back as ${JSON.stringify(back)}`)
  }
  expect(faults).toEqual([])
  expect(undoable.length).toBeGreaterThan(10)
})
