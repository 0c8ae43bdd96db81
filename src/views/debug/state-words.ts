import type { StateValue } from 'xstate'

/** A state in words: `open.writing` for `{open: 'writing'}`. */
export const stateWords = (value: StateValue | undefined): string => {
  if (value === undefined || typeof value === 'string') return value ?? ''
  return Object.entries(value)
    .map(([key, inner]) => (stateWords(inner) === '' ? key : `${key}.${stateWords(inner)}`))
    .join(' | ')
}
