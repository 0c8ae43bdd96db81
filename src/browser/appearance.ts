import type { Preferences } from '../../machines/preferences.ts'

/** Applies theme and density to the page: the design tokens depend on these two attributes. */
export const applyAppearance = ({ theme, density }: Preferences): void => {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  dataset.density = density
}
