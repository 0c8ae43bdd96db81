const number = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** A share as a percentage with two decimals, rounded towards the middle: only 1 is `100 %`, and only 0 is `0 %`. */
export const percentWords = (share: number): string => {
  if (share === 0 || share === 1) return `${share * 100} %`
  return `${number(Math.min(99.99, Math.max(0.01, share * 100)), 2)} %`
}

/** Milliseconds without decimals, or with one below 10. */
export const msWords = (ms: number): string => `${number(ms, ms < 10 ? 1 : 0)} ms`

/** A count with its noun. */
export const countWords = (count: number, one: string, many = `${one}s`): string =>
  `${number(count, 0)} ${count === 1 ? one : many}`

/** A factor such as `2.6 times`. */
export const timesWords = (factor: number): string => `${number(factor, 1)} times`

/** A score with two decimals. */
export const scoreWords = (score: number): string => number(score, 2)

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A UTC day such as `12 Nov`. */
export const dayWords = (ms: number): string => {
  const date = new Date(ms)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

/** A UTC minute such as `12 Nov, 09:10`. */
export const minuteWords = (ms: number): string => `${dayWords(ms)}, ${new Date(ms).toISOString().slice(11, 16)}`
