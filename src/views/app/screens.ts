import type { RouteName } from '../../commands/routes.ts'
import { joined } from '../../contract/core/joined.ts'
import type { Load, ScreensOf } from '../core/screen-load.ts'

/** Every area's screens: Vite imports each file of that name. */
const areas = import.meta.glob<object>('../*/screens.ts', { eager: true, import: 'screens' })

// Each area's file has a screen for each of its routes, or does not compile; a law holds that each area with routes has a file.
const screensOf = (all: object) => all as ScreensOf<RouteName>

/** The module that shows each route. */
export const screens = screensOf(joined(Object.values(areas)))

const files: readonly Load[] = [...new Set(Object.values(screens))]

/** Equal for routes that the same screen shows. */
export const screenKey = (name: RouteName): number => files.indexOf(screens[name])
