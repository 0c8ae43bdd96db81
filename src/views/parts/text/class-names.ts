/** Class names as one attribute; what is false, empty or absent is left out. */
export const classNames = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
