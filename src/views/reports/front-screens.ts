import { front } from '../core/screen-load.ts'

/** The page that the public link of a report opens. */
export const screens = { 'public-report': front(() => import('./PublicReportScreen.tsx')) }
