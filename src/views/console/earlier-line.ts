/**
 * The line that an arrow brings back: in an empty field Up the latest one, and from there Up and Down those before and after it. Null where
 * an arrow moves among the choices, as it does beside a line that was typed, also if an earlier one was the same. `recalled` is the line that
 * an arrow brought last; `latest` are earlier lines, the latest first.
 */
export const earlierLine = (
  key: string,
  line: string,
  { recalled, latest }: { readonly recalled: string | null; readonly latest: readonly string[] },
): string | null => {
  const at = line === recalled && line !== '' ? latest.indexOf(line) : -1
  if (line !== '' && at < 0) return null
  if (key === 'ArrowUp') return latest[at + 1] ?? null
  return key === 'ArrowDown' && at >= 0 ? (latest[at - 1] ?? '') : null
}
