/** The screens of projects. */
export const projectScreens = {
  collections: () => import('./CollectionsScreen.tsx'),
  'new-project': () => import('./NewProjectScreen.tsx'),
  'project-settings': () => import('./ProjectSettingsScreen.tsx'),
}
