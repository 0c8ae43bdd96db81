const IN_SECONDS: Readonly<Record<string, number>> = { s: 1, sec: 1, m: 60, min: 60, h: 3600, d: 86_400 }
const WORDS: Readonly<Record<string, string>> = { second: 's', minute: 'm', hour: 'h', day: 'd' }
const PART = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*([a-z]+)/i

const secondsOf = (unit: string): number | undefined => {
  const word = unit.toLowerCase()
  return IN_SECONDS[WORDS[word.replace(/s$/, '')] ?? word]
}

/** The seconds that a duration says, each part with its unit: `90s`, `1h30m`, `2 hours`; null for all else. */
export const durationIn = (text: string): number | null => {
  let seconds = 0
  let rest = text.trim()
  if (rest === '') return null
  while (rest !== '') {
    const [part, digits, unit = ''] = PART.exec(rest) ?? []
    const each = secondsOf(unit)
    if (part === undefined || each === undefined) return null
    seconds += Number(digits) * each
    rest = rest.slice(part.length).trim()
  }
  return seconds
}
