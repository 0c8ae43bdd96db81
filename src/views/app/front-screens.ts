import type { RouteName } from '../../commands/routes.ts'
import { joined } from '../../contract/core/joined.ts'
import type { Load } from '../core/screen-load.ts'

/** Every area's screens of the front door. */
const areas = import.meta.glob<object>('../*/front-screens.ts', { eager: true, import: 'screens' })

// A law holds that these are the screens of all routes of the front door, and of no others.
const screensOf = (all: object) => all as Readonly<Partial<Record<RouteName, Load>>>

/** The modules of the screens that need no sign-in. The entry has these alone: those behind the front door are ten times as many. */
export const frontScreens = screensOf(joined(Object.values(areas)))
