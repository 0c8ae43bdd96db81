/** The themes that a person may choose. */
export const THEMES = ['system', 'light', 'dark'] as const
/** The densities that a person may choose. */
export const DENSITIES = ['compact', 'regular', 'relaxed'] as const
/** Maximum favorite projects of a person. */
export const MOST_FAVORITES = 200
/** Screens that sign-in may lead to; each is the name of a route. */
export const LANDINGS = ['collections', 'home', 'objectives', 'monitors', 'results', 'insights'] as const
/** Maximum commands whose keys a person changes. */
export const MOST_KEYS = 300
