import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of files. */
export const screens: ScreensOf<RouteOfArea<'files'>> = {
  files: () => import('./FilesScreen.tsx'),
  'new-file': () => import('./NewFileScreen.tsx'),
  file: () => import('./FileScreen.tsx'),
}
