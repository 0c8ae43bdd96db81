import type { Condition } from './operators.ts'

/** Note of a condition that was ended at its time limit. */
export const TOO_LONG = 'The condition took longer than 1 second, so it was stopped.'

/** The part of a condition that takes time, as a text: conditions with the same are equally slow. */
export const expressionOf = ({ source, property, condition, val }: Condition): string =>
  JSON.stringify([source, property ?? '', condition, val ?? ''])
