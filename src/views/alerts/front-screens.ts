import { front } from '../core/screen-load.ts'

/** The screens that links of messages open: confirming an address, acknowledging an incident. */
export const screens = {
  'confirm-recipient': front(() => import('./ConfirmAlertsScreen.tsx')),
  acknowledge: front(() => import('./AcknowledgeScreen.tsx')),
}
