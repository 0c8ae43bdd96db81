import { front } from '../core/screen-load.ts'

const callback = front(() => import('./FederatedCallbackScreen.tsx'))

/** The screen to which OpenID providers lead back. */
export const screens = { 'federated-callback': callback, 'provider-callback': callback }
