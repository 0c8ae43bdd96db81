/** Round values (1, 2 or 5 times a power of ten) from `least` to `most`, at most about `count` of them. */
export const roundValues = (least: number, most: number, count: number): number[] => {
  const found: number[] = []
  if (!(least > 0 && most >= least)) return found
  for (let power = Math.floor(Math.log10(least)); 10 ** power <= most; power++)
    for (const digit of [1, 2, 5]) {
      const value = Number((digit * 10 ** power).toPrecision(1))
      if (value >= least && value <= most) found.push(value)
    }
  if (found.length >= 2) {
    const tens = found.filter((value) => Number.isInteger(Number(Math.log10(value).toFixed(9))))
    return found.length > count && tens.length >= 2 ? tens : found
  }
  // Within a narrow range: steps of equal length.
  const rough = (most - least) / count
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, Number.MIN_VALUE)))
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((each) => each >= rough) ?? 10 * power
  const steps: number[] = []
  for (let value = Math.ceil(least / step) * step; value <= most; value += step)
    steps.push(Number(value.toPrecision(6)))
  return steps
}
