/**
 * The line that an arrow brings back: in an empty field Up the latest one, and from there Up and Down those before and after it. Null where
 * an arrow moves among the choices. `latest` are earlier lines, the latest first.
 */
export const earlierLine = (key: string, line: string, latest: readonly string[]): string | null => {
  const at = line === '' ? -1 : latest.indexOf(line)
  if (line !== '' && at < 0) return null
  if (key === 'ArrowUp') return latest[at + 1] ?? null
  return key === 'ArrowDown' && at >= 0 ? (latest[at - 1] ?? '') : null
}
