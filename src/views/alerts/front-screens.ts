import { front } from '../core/screen-load.ts'

/** The screen on which a recipient of alerts confirms the address. */
export const screens = { 'confirm-recipient': front(() => import('./ConfirmAlertsScreen.tsx')) }
