const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

const found = (agent: string, among: typeof BROWSERS): string | null =>
  among.find(([pattern]) => pattern.test(agent))?.[1] ?? null

/** A browser by what it says of itself: "Firefox on Linux". */
export const browserWords = (agent: string | null): string => {
  const browser = found(agent ?? '', BROWSERS) ?? 'A browser'
  const system = found(agent ?? '', SYSTEMS)
  return system ? `${browser} on ${system}` : browser
}
