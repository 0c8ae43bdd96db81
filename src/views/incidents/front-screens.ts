import { front } from '../core/screen-load.ts'

/** The public report of an incident. */
export const screens = { 'public-incident': front(() => import('./PublicIncidentScreen.tsx')) }
