import { addressOf } from './addresses.ts'
import type { Presence, World } from './world.ts'
import { worldWith } from './world.ts'

/** Whether a person has gone on since: to another address, into a form or into the console, or has closed the console that ran the action. */
const hasMovedOn = (before: Presence, now: Presence): boolean =>
  now.href !== before.href || (now.isDirty && !before.isDirty) || now.console !== before.console

/**
 * A world for an action whose answers may be late: it leads nowhere once the person has gone on, who would be torn from what they type. What
 * was done is said by its message.
 */
export const leadingNobodyAway = (world: World): World => {
  let before = world.presence?.()
  if (!before) return world
  const unlessLate = (go: () => void): void => {
    const now = world.presence?.()
    if (before && now && hasMovedOn(before, now)) return
    go()
    before = world.presence?.()
  }
  return worldWith(world, {
    go: (name, ...[params, search]) => unlessLate(() => world.goTo(addressOf(name, params ?? {}, search))),
    goTo: (href, options) => unlessLate(() => world.goTo(href, options)),
  })
}
