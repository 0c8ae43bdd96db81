/** The screens of onboarding. */
export const onboardingScreens = {
  welcome: () => import('./WelcomeScreen.tsx'),
  'getting-started': () => import('./GettingStartedScreen.tsx'),
}
