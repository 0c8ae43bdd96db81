import type { Preferences } from '../../machines/preferences.ts'

/** Makes the page look as it is preferred: the tokens of both themes hang on these two attributes. */
export const applyAppearance = ({ theme, density }: Preferences): void => {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  dataset.density = density
}
