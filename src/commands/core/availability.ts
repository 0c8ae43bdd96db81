import { holds } from '../../domain/core/access.ts'
import type { Command } from './command.ts'
import type { World } from './world.ts'

/** Why a command cannot be given now, as a sentence; null when it can. */
export const whyNot = (command: Command, world: World): string | null => {
  if (!world.signedIn && !command.publicToo) return 'This needs you to be signed in.'
  if (command.needs) {
    if (!world.project) return 'This needs a project: choose one first.'
    if (!holds(world.project.level, command.needs)) {
      return `This needs another level in “${world.project.name}” than ${world.project.level}.`
    }
  }
  return command.when && !command.when(world) ? `“${command.title}” makes no sense here.` : null
}
