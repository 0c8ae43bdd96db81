import { front } from '../core/screen-load.ts'

/** The screen on which a recipient of mail unsubscribes. */
export const screens = { unsubscribe: front(() => import('./UnsubscribeScreen.tsx')) }
