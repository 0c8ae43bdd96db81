import { holds } from '../../domain/core/access.ts'
import type { Command } from './command.ts'
import type { World } from './world.ts'

/** Why a command cannot be given now, as a sentence; null when it can. */
export const unavailableReason = (command: Command, world: World): string | null => {
  if (!world.signedIn && !command.publicToo) return 'Sign in first.'
  if (command.needs) {
    if (!world.project) return 'Choose a project first.'
    if (!holds(world.project.level, command.needs)) {
      return `Your access level in “${world.project.name}”, ${world.project.level}, does not allow this.`
    }
  }
  return command.when && !command.when(world) ? `“${command.title}” is not available here.` : null
}
