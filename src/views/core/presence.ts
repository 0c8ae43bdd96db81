import { waitFor } from 'xstate'
import type { Presence } from '../../commands/core/world.ts'
import { machineOf } from './machines-of.ts'
import type { AppActor } from './view-effects.ts'

/** The attention of the person, for the world of commands. */
export const presenceIn = (app: AppActor): Presence => {
  const { href = '/', dirty = null } = machineOf(app, 'navigation')?.getSnapshot().context ?? {}
  const console = machineOf(app, 'console')?.getSnapshot()
  const isOpen = console?.matches('open') ?? false
  return { href, isDirty: dirty !== null, console: !isOpen ? 'closed' : console?.hasTag('busy') ? 'busy' : 'open' }
}

/** Resolves once no project is being opened. */
export const projectOpened = async (app: AppActor): Promise<void> => {
  const project = machineOf(app, 'project')
  if (project) await waitFor(project, (snapshot) => !snapshot.hasTag('busy'))
}
