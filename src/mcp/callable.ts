import type { Command } from '../commands/core/command.ts'
import type { ProjectRight } from '../contract/core/endpoint.ts'
import { PROJECT_RIGHTS } from '../contract/core/endpoint.ts'
import { holds, type Level } from '../domain/core/access.ts'
import { endpointsOf } from './effects.ts'

/** The rights of whoever calls, as far as they are known before a call. */
export type Standing = {
  /** The access level in the only project of the connection; null where it works in several. */
  readonly level: Level | null
  /** Whether a person calls, or an application in the name of one: keys reach no organization. */
  readonly isPerson: boolean
  readonly isSiteAdmin: boolean
  /** Whether it may change things outside of its project, such as what its person is mailed. */
  readonly changesOutside: boolean
}

/** The standing of a caller of whom nothing is known: each call is refused by the server where it has to be. */
export const ANYBODY: Standing = { level: null, isPerson: true, isSiteAdmin: true, changesOutside: true }

const isRight = (access: string): access is ProjectRight => PROJECT_RIGHTS.some((right) => right === access)

/** Whether the server lets a caller use a command, by what its endpoints declare. A tool that is always refused only costs room and tries. */
export const isCallable = (command: Command, { level, isPerson, isSiteAdmin, changesOutside }: Standing): boolean => {
  const holdsRight = (right: ProjectRight) => level === null || holds(level, right)
  return (
    (command.needs === undefined || holdsRight(command.needs)) &&
    endpointsOf(command).every(({ access, effect }) => {
      if (access === 'site') return isSiteAdmin
      if (access === 'organization') return isPerson
      if (access === 'account') return changesOutside || effect === 'read'
      return !isRight(access) || holdsRight(access)
    })
  )
}
