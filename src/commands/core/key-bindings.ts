import { kinds } from '../kinds.ts'
import { bulkArgumentOf } from './argument.ts'
import { clash } from './chord.ts'
import type { Command, KeyScope } from './command.ts'
import { keysOf, type OwnKeys } from './own-keys.ts'
import type { EntityKind } from './world.ts'

/** A key, and its command. */
export type KeyBinding = { readonly keys: string; readonly scope: KeyScope; readonly command: Command }

/** Every key of a person, in the order of the commands. */
export const bindingsOf = (commands: readonly Command[], own: OwnKeys): readonly KeyBinding[] =>
  commands.flatMap((command) => keysOf(command, own).map((keys) => ({ keys, scope: keyScopeOf(command), command })))

/**
 * Where keys of a command act. A command without a scope of its own that changes an object acts on that object, if its kind has a screen:
 * a key that a person gives it never changes something out of sight.
 */
export const keyScopeOf = (command: Command): KeyScope => {
  if (command.keyScope) return command.keyScope
  const kind = command.effect === 'read' ? null : bulkArgumentOf(command)?.kind
  return kind && (kinds[kind].routes.list ?? kinds[kind].routes.one) ? 'object' : 'anywhere'
}

/** The kind of object that keys of a command act on; null where they act on none. */
export const keyKindOf = (command: Command): EntityKind | null =>
  command.keysFor ?? (keyScopeOf(command) === 'object' ? (bulkArgumentOf(command)?.kind ?? null) : null)

/** Whether a command's keys are the page's own, and no other may take them silently: those of forms, of the console, and with Ctrl or ⌘. */
const isOfPage = ({ keys, keyScope, keysOn, id }: Command): boolean =>
  (keyScope === 'form' && !keysOn) || id.startsWith('console.') || keys?.startsWith('Mod+') === true

/**
 * Whether keys of two commands work in the same place. A list, the object under its cursor or around it, and the object's form are there at
 * the same time, and so is `anywhere`. Objects of two kinds never have the focus at once, and keys for a kind go before those for none.
 */
export const overlaps = (a: Command, b: Command): boolean => {
  if (isOfPage(a) || isOfPage(b)) return true
  const [kind, other] = [keyKindOf(a), keyKindOf(b)]
  if (kind !== null && other !== null && kind !== other) return false
  if (isListKey(a, b) || isListKey(b, a)) return true
  return a.keysFor === b.keysFor && a.keysOn === b.keysOn
}

/** Whether one moves in a list on whose screen the other's keys act too: those of one screen are made for it. */
const isListKey = (a: Command, b: Command): boolean => a.keyScope === 'list' && !a.keysOn && !b.keysOn

/** The other commands that keys would also mean in the same place, or hide. */
export const conflictsOf = (bindings: readonly KeyBinding[], command: Command, keys: string): readonly Command[] => [
  ...new Set(
    bindings
      .filter((each) => each.command.id !== command.id && clash(each.keys, keys) && overlaps(each.command, command))
      .map((each) => each.command),
  ),
]
