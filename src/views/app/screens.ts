import type { RouteName } from '../../commands/routes.ts'
import { joined } from '../../contract/core/joined.ts'
import type { ScreensOf } from '../core/screen-load.ts'
import { frontScreens } from './front-screens.ts'

/** Every area's screens behind the front door: Vite imports each file of that name. */
const areas = import.meta.glob<object>('../*/screens.ts', { eager: true, import: 'screens' })

// Each area's files have a screen for each of its routes; a law names the route without one.
const screensOf = (all: object) => all as ScreensOf<RouteName>

/** The module that shows each route. */
export const screens = screensOf({ ...joined(Object.values(areas)), ...frontScreens })
