import type { Command } from './command.ts'

/** Keys that a person has chosen, by command; null: none. Commands that are not named keep the usual ones. */
export type OwnKeys = Readonly<Record<string, string | null>>

/** Every key of a command for a person; the first one is shown. */
export const keysOf = (
  { id, keys, alsoKeys = [] }: Pick<Command, 'id' | 'keys' | 'alsoKeys'>,
  own: OwnKeys,
): readonly string[] => {
  const chosen = own[id]
  if (chosen === null) return []
  if (chosen !== undefined) return [chosen]
  return keys ? [keys, ...alsoKeys] : []
}

/** The key that buttons, menus and rows show for a command; null: it has none. */
export const shownKey = (command: Pick<Command, 'id' | 'keys' | 'alsoKeys'>, own: OwnKeys): string | null =>
  keysOf(command, own)[0] ?? null
