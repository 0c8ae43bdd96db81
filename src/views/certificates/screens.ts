import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screen of certificates. */
export const screens: ScreensOf<RouteOfArea<'certificates'>> = {
  'organization-certificates': () => import('./CertificatesScreen.tsx'),
}
