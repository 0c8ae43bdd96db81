/**
 * Types of a chart for `setup`. XState uses only the type and never the value, so an empty object is enough. This is the only place
 * that makes this cast.
 */
export const typed = <Types>(): Types => ({}) as Types
