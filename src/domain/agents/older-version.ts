const numbersOf = (version: string): number[] => version.split(/[.+-]/).map(Number)

/** Whether a version is lower than another; false if either is no version number. */
export const isOlder = (version: string, than: string): boolean => {
  const [ours, theirs] = [numbersOf(version).slice(0, 3), numbersOf(than).slice(0, 3)]
  if ([...ours, ...theirs].some(Number.isNaN)) return false
  const at = theirs.findIndex((part, index) => part !== (ours[index] ?? 0))
  return at >= 0 && (ours[at] ?? 0) < (theirs[at] ?? 0)
}
