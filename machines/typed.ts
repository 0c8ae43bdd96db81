/**
 * The types of a chart, for `setup`. XState reads them and never looks at the value, so an empty object may stand for it:
 * the one place where that is said.
 */
export const typed = <Types>(): Types => ({}) as Types
