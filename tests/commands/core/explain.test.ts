import { describe, expect, test } from 'vitest'
import { commandAskedAbout, explain } from '../../../src/commands/core/line/explain.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { commands } from '../../../src/commands/registry.ts'
import { exampleWorld } from '../world.ts'

const { world } = exampleWorld()

describe('an explained command', () => {
  test.each([
    ['? run monitor', 'monitor.run'],
    ['?run monitor', 'monitor.run'],
    ['run monitor ?', 'monitor.run'],
    ['run monitor checkout ?', 'monitor.run'],
    ['?', undefined],
    ['? nothing like this', undefined],
    ['run monitor', undefined],
    ['a question?', undefined],
  ])('%s asks about %s', (line, id) => expect(commandAskedAbout(line)?.id).toBe(id))

  test('every argument of every command says what it takes and asks', () => {
    const silent = commands.flatMap((command) =>
      explain(command, world)
        .arguments.filter(({ takes, prompt }) => takes === '' || prompt === '')
        .map(({ flag }) => `${command.words} ${flag}`),
    )
    expect(silent).toEqual([])
  })

  test('every example is read as its own command, with every argument that it requires', () => {
    const wrong = commands
      .map((command) => explain(command, world))
      .filter(({ command, example }) => {
        const reading = readLine(example, world)
        return reading.command?.id !== command.id || reading.missing !== null
      })
      .map(({ example }) => example)
    expect(wrong).toEqual([])
  })
})
