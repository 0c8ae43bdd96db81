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
