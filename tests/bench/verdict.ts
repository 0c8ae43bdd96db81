import type { Row } from './row.ts'

/** Whether a figure keeps its target, such as `>= 3500`; null where it has none. */
export const isMet = ({ value, target }: Row): boolean | null => {
  const [, sign, number] = /^(>=|<=|<|>|=) ?([\d.]+)$/.exec(target ?? '') ?? []
  const limit = Number(number)
  if (sign === '>=') return value >= limit
  if (sign === '<=') return value <= limit
  if (sign === '<') return value < limit
  if (sign === '>') return value > limit
  return sign === '=' ? value === limit : null
}
