import { expect, test } from 'vitest'
import { aboutOf, verbHelp } from '../../../src/cli/help.ts'
import { headlessCommandById, headlessCommands } from '../../../src/commands/headless/book.ts'

const about = (id: string): string => {
  const command = headlessCommandById(id)
  if (!command) throw new Error(`There is no ${id}.`)
  return aboutOf(command)
}

test('the help of a verb says of each command what it does to its object', () => {
  expect(verbHelp('revoke')).toContain('Revokes an agent at once: its key is refused')
  expect(about('monitor.rename')).toBe('Rename monitor')
  expect(about('schedule.pause')).toBe('Pause schedule')
  // A button's word alone names nothing.
  expect(headlessCommands.filter((command) => command.words.includes(' ') && !aboutOf(command).includes(' '))).toEqual(
    [],
  )
})
