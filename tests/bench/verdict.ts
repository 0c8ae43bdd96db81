import type { Row } from './row.ts'

/** Whether a figure meets its target, such as `>= 3500`; null without a target. */
export const isMet = ({ value, target }: Row): boolean | null => {
  const [, sign, number] = /^(>=|<=|<|>|=) ?([\d.]+)$/.exec(target ?? '') ?? []
  const limit = Number(number)
  if (sign === '>=') return value >= limit
  if (sign === '<=') return value <= limit
  if (sign === '<') return value < limit
  if (sign === '>') return value > limit
  return sign === '=' ? value === limit : null
}
