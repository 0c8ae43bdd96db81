import { front } from '../core/screen-load.ts'

/** The screen to which OpenID providers lead back. */
export const screens = { 'federated-callback': front(() => import('./FederatedCallbackScreen.tsx')) }
