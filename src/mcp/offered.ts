import type { Command } from '../commands/core/command.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import { endpointsOf } from './effects.ts'

/**
 * Commands that make no sense for a program: they change what a terminal remembers, hand out what only a browser can use, or answer the
 * invitations of the caller beside the projects, which `list_project` answers alone. And one that deletes everything for good: a person types the
 * name of the project for it.
 */
const NOT_FOR_PROGRAMS = new Set(['project.switch', 'project.remove', 'get.agent-program', 'get.project-list'])

/** What a person does in person: sign-ins, keys, rights and invitations. */
const isForPeople = (command: Command): boolean => endpointsOf(command).some(({ wayIn }) => wayIn !== undefined)

/** Commands that are no tools, because they are a way in. */
export const forPeople: readonly Command[] = headlessCommands.filter(isForPeople)

/** Commands that only people give: ways in, and the deletion of a project. */
export const peopleAlone: readonly Command[] = headlessCommands.filter(
  (each) => isForPeople(each) || each.id === 'project.remove',
)

/** Every command that is a tool: those that need no screen, and are for programs too. */
export const offered: readonly Command[] = headlessCommands.filter(
  (each) => !NOT_FOR_PROGRAMS.has(each.id) && !isForPeople(each),
)

/** The noun that a command is about: `monitor` of `monitor.run`, `rows.monitor` and `one.monitor`. */
export const nounOf = ({ id }: Command): string => {
  const [first = '', second = ''] = id.split('.')
  if (first === 'rows' || first === 'one') return second
  return first === 'get' ? (second.split('-')[0] ?? second) : first
}
