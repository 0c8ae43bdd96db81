import type { Command } from '../commands/core/command.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import { endpointsOf } from './effects.ts'

/**
 * Commands that make no sense for a program: they change what a terminal remembers, hand out what only a browser can use, or answer the
 * invitations of the caller beside the projects, which `list_project` answers alone.
 */
const NOT_FOR_PROGRAMS = new Set(['project.switch', 'get.agent-program', 'get.project-list'])

/** Every command that is a tool: those that need no screen, except what a person does in person (sign-ins, keys, rights, invitations). */
export const offered: readonly Command[] = headlessCommands.filter(
  (each) => !NOT_FOR_PROGRAMS.has(each.id) && endpointsOf(each).every(({ wayIn }) => wayIn === undefined),
)

/** The noun that a command is about: `monitor` of `monitor.run`, `rows.monitor` and `one.monitor`. */
export const nounOf = ({ id }: Command): string => {
  const [first = '', second = ''] = id.split('.')
  if (first === 'rows' || first === 'one') return second
  return first === 'get' ? (second.split('-')[0] ?? second) : first
}
