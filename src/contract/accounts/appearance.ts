/** The themes that a person may choose. */
export const THEMES = ['system', 'light', 'dark'] as const
/** The densities that a person may choose. */
export const DENSITIES = ['compact', 'regular', 'relaxed'] as const
