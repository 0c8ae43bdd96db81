/** The screens of OpenID providers, for site admins. */
export const screens = { 'identity-providers': () => import('./IdentityProvidersScreen.tsx') }
