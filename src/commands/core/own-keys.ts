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

/** The keys of a person, and whether single letters are keys for them. */
export type KeyPreferences = { readonly keys: OwnKeys; readonly singleKeys: boolean }

/** Whether keys need single letters: `r`, `Shift+r` and `g m`, not `Mod+k` and `ArrowDown`. */
export const areSingle = (keys: string): boolean =>
  keys.split(' ').some((chord) => !chord.startsWith('Mod+') && chord.replace('Shift+', '').length === 1)

/** The key that buttons, menus and rows show for a command; null: it has none, or none that would do anything. */
export const shownKey = (
  command: Pick<Command, 'id' | 'keys' | 'alsoKeys'>,
  { keys: own, singleKeys }: KeyPreferences,
): string | null => keysOf(command, own).find((keys) => singleKeys || !areSingle(keys)) ?? null
