const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const

/** Formats a duration in its two largest units: `2 h 5 min`. */
export const durationText = (ms: number): string => {
  const words: string[] = []
  let left = Math.max(0, Math.round(ms / 1000) * 1000)
  for (const [size, unit] of UNITS) {
    const many = Math.floor(left / size)
    if (many > 0 && words.length < 2) words.push(`${many} ${unit}`)
    left -= many * size
    if (words.length === 2) break
  }
  return words.join(' ') || '0 s'
}
