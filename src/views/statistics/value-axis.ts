/** The shortest of 1, 2 and 5 times a power of ten that is at least this long. */
const roundStep = (length: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(length, Number.MIN_VALUE)))
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= length) ?? 10 * power
}

/** Values from 0 to `most` in equal round steps, about `count` of them. */
export const evenValues = (most: number, count: number): number[] => {
  const step = roundStep(most / count)
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => Number((index * step).toPrecision(6)))
}

/** Round values for a logarithmic axis from `least` to `most`: 1, 2 or 5 times a power of ten, at most about `count`. */
export const roundValues = (least: number, most: number, count: number): number[] => {
  if (!(least > 0 && most >= least)) return []
  const found: number[] = []
  const tens: number[] = []
  for (let power = Math.floor(Math.log10(least)); 10 ** power <= most; power++)
    for (const digit of [1, 2, 5]) {
      const value = Number((digit * 10 ** power).toPrecision(1))
      if (value < least || value > most) continue
      found.push(value)
      if (digit === 1) tens.push(value)
    }
  if (found.length > count && tens.length >= 2) return tens
  if (found.length >= 3) return found
  // Within a narrow range: steps of equal length.
  const step = roundStep((most - least) / count || least)
  const steps: number[] = []
  for (let value = Math.ceil(least / step) * step; value <= most; value += step)
    steps.push(Number(value.toPrecision(6)))
  return steps
}
