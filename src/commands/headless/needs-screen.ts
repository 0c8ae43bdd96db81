import type { Command } from '../core/command.ts'
import { CommandRefused } from '../core/perform.ts'

/** Whether a command makes sense only on a screen: it opens or changes one. What writes needs none, unless it says so. */
export const needsScreen = ({ hidden, screen, writes = [] }: Command): boolean =>
  hidden === true || (screen ?? writes.length === 0)

/** A command that did nothing but change a screen, where there is none. */
export class ScreenNeeded extends CommandRefused {
  constructor({ words }: Command) {
    super(`“${words}” needs the web app: it changes what a screen shows.`)
  }
}
