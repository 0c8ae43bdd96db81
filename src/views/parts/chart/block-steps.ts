/** Looks of a block: all passed, nearly all, many, fewer, no runs. */
export type Step = 'full' | 'most' | 'some' | 'bad' | 'none'
const MOST = 0.95
const SOME = 0.8

/** Looks of a pass rate; null: no runs. */
export const blockStep = (rate: number | null): Step => {
  if (rate === null) return 'none'
  return rate >= 1 ? 'full' : rate >= MOST ? 'most' : rate >= SOME ? 'some' : 'bad'
}

/** Looks in the order of the legend, with their words. */
export const BLOCK_STEPS: readonly (readonly [Step, string])[] = [
  ['full', 'All passed'],
  ['most', '95 % or more'],
  ['some', '80 % or more'],
  ['bad', 'Less'],
  ['none', 'No runs'],
]
