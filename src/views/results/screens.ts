/** The screens of results. */
export const resultScreens = {
  results: () => import('./ResultsScreen.tsx'),
  result: () => import('./ResultScreen.tsx'),
}
