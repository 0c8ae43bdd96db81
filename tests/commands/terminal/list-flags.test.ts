import { expect, test } from 'vitest'
import { argumentsOf } from '../../../src/commands/core/argument.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { headlessCommands } from '../../../src/commands/headless/book.ts'
import { readCommands } from '../../../src/commands/headless/reads.ts'
import { CHECKOUT, exampleWorld } from '../world.ts'

test('a flag of a list that names an object is called by its noun', () => {
  const byId = readCommands.flatMap((command) =>
    argumentsOf(command)
      .filter(({ kind, flag }) => kind !== null && flag.endsWith('-id'))
      .map(({ flag }) => `${command.words} ${flag}`),
  )
  expect(byId).toEqual([])
})

test('the flags of a command are different from each other', () => {
  const double = readCommands.filter((command) => {
    const flags = argumentsOf(command).flatMap((argument) => argument.flags)
    return new Set(flags).size < flags.length
  })
  expect(double.map(({ words }) => words)).toEqual([])
})

test.each(['--monitor', '--call-id'])('results are listed of a monitor by %s', (flag) => {
  const { args, problems } = readLine(`list results ${flag} ${CHECKOUT}`, exampleWorld().world, headlessCommands)
  expect(problems).toEqual([])
  expect(args).toEqual({ call_id: CHECKOUT })
})
