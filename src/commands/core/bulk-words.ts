import type { Command, Confirmation } from './command.ts'

const SHOWN = 6

/** At most seven lines: the first six, and how many more there are. */
export const linesOf = (lines: readonly string[]): readonly string[] =>
  lines.length <= SHOWN + 1 ? lines : [...lines.slice(0, SHOWN), `And ${lines.length - SHOWN} more like these`]

/** `3 monitors`, `1 monitor`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The confirmation of one deed for several things. */
export const confirmationOfAll = (each: readonly Confirmation[], kind: string): Confirmation | null => {
  const [first, ...others] = each
  if (!first || others.length === 0) return first ?? null
  const what = counted(each.length, kind)
  const verb = first.deed.split(' ')[0] ?? 'Delete'
  return {
    question: `${verb} ${what} for good?`,
    effects: linesOf([...new Set(each.flatMap(({ effects }) => effects))]),
    word: `${each.length}-${kind}s`,
    deed: `${verb} ${what}`,
  }
}

/** What has happened, for the one line afterwards. */
export const afterwards = (command: Command, names: readonly string[], kind: string): string | null => {
  if (!command.done || names.length === 0) return null
  return names.length === 1 ? `“${names[0]}” ${command.done}` : `${counted(names.length, kind)} ${command.done}`
}
