import type { RouteName } from '../../commands/routes.ts'
import { accountScreens } from '../accounts/screens.ts'
import { adminScreens } from '../admin/screens.ts'
import { alertScreens } from '../alerts/screens.ts'
import { apiKeyScreens } from '../api-keys/screens.ts'
import { auditScreens } from '../audit/screens.ts'
import type { Load } from '../core/screen-load.ts'
import { debugScreens } from '../debug/screens.ts'
import { downtimeScreens } from '../downtimes/screens.ts'
import { externalScreens } from '../external/screens.ts'
import { homeScreens } from '../home/screens.ts'
import { identityScreens } from '../identity/screens.ts'
import { mailScreens } from '../mail/screens.ts'
import { monitorScreens } from '../monitors/screens.ts'
import { notificationScreens } from '../notifications/screens.ts'
import { onboardingScreens } from '../onboarding/screens.ts'
import { projectScreens } from '../projects/screens.ts'
import { resultScreens } from '../results/screens.ts'
import { scheduleScreens } from '../schedules/screens.ts'

/** The module that shows each route, kept by area. A route without its screen does not compile. */
export const screens: Readonly<Record<RouteName, Load>> = {
  ...identityScreens,
  ...debugScreens,
  ...externalScreens,
  ...mailScreens,
  ...projectScreens,
  ...onboardingScreens,
  ...homeScreens,
  ...monitorScreens,
  ...accountScreens,
  ...adminScreens,
  ...apiKeyScreens,
  ...alertScreens,
  ...downtimeScreens,
  ...scheduleScreens,
  ...notificationScreens,
  ...auditScreens,
  ...resultScreens,
}

const files: readonly Load[] = [...new Set(Object.values(screens))]

/** Equal for routes that the same screen shows. */
export const screenKey = (name: RouteName): number => files.indexOf(screens[name])
