import { closestTo } from './closest.ts'

/** Flags that a wrong one may mean: longer ones that hold it (`--timeout`), then those that a few slips turn into it. */
export const flagsNear = (text: string, flags: readonly string[]): readonly string[] => {
  const words = text.slice(2)
  const longer = flags.filter((flag) => flag.slice(2).split('-').includes(words) || flag.startsWith(text))
  return [...new Set([...longer, ...closestTo(text, flags)])].slice(0, 3)
}
