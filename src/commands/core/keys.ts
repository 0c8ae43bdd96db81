import { kindOfRoute } from '../kinds.ts'
import { bindingsFor } from '../registry.ts'
import { unavailableReason } from './availability.ts'
import { canonical, chordOf, type Press } from './chord.ts'
import type { Command, KeyScope } from './command.ts'
import { type KeyBinding, keyKindOf } from './key-bindings.ts'
import type { OwnKeys } from './own-keys.ts'
import type { World } from './world.ts'

/** `pending`: the first key of a sequence was pressed. */
export type KeyState = { readonly pending: { readonly prefix: string; readonly sinceMs: number } | null }

export type KeyStep = {
  readonly state: KeyState
  /** What the key means; the browser's own use of it is prevented then, and while a sequence has begun. */
  readonly command: Command | null
  readonly handled: boolean
}

/** Timeout for the second key of a sequence, and the delay before a hint shows the possible keys. */
export const PENDING_MS = 1500
export const HINT_MS = 600

export const initialKeys: KeyState = { pending: null }

/** The person's keys that act now: of commands that can be given, in scopes that there are. Those of the kind that has the focus come first. */
export const keyMap = (world: World): readonly KeyBinding[] => {
  const all = bindingsFor(world.preferences.keys).filter(
    ({ scope, command }) => isIn(scope, world) && unavailableReason(command, world) === null,
  )
  const focused = world.focus?.kind ?? world.selection?.kind
  const front = world.place && kindOfRoute(world.place.name)
  const ofScreen = all.filter(({ command }) => command.keysOn !== undefined && command.keysOn === world.place?.name)
  const own = all.filter(({ command }) => command.keysFor !== undefined && command.keysFor === front)
  const rest = all.filter(({ command }) => command.keysFor === undefined && command.keysOn === undefined)
  const isFocused = ({ command }: KeyBinding): boolean => focused !== undefined && keyKindOf(command) === focused
  return [...ofScreen, ...own, ...rest.filter(isFocused), ...rest.filter((binding) => !isFocused(binding))]
}

const isIn = (scope: KeyScope, { focus, selection }: World): boolean =>
  scope !== 'object' || focus !== null || selection !== null

/** A key pressed at a time (in milliseconds, of any clock that only goes forward). */
export const nextKeyStep = (
  { pending }: KeyState,
  press: Press,
  bindings: readonly KeyBinding[],
  nowMs: number,
  singleKeys = true,
): KeyStep => {
  const chord = chordOf(press)
  if (chord === null) return { state: { pending }, command: null, handled: false }
  const began = pending && nowMs - pending.sinceMs < PENDING_MS ? pending.prefix : null
  const withMod = chord.startsWith('Mod+')
  const isLetter = !withMod && chord.replace('Shift+', '').length === 1
  const deaf =
    (press.typing && !withMod) || (isLetter && !singleKeys) || (press.onControl && OF_CONTROLS.has(press.key))
  if (deaf) return { state: initialKeys, command: null, handled: false }
  const wanted = began === null ? chord : `${began} ${chord}`
  const found = bindings.find(({ keys }) => canonical(keys) === wanted)
  if (found) return { state: initialKeys, command: found.command, handled: true }
  if (began === null && bindings.some(({ keys }) => canonical(keys).startsWith(`${chord} `)))
    return { state: { pending: { prefix: chord, sinceMs: nowMs } }, command: null, handled: true }
  // A second key that completes nothing is not read as a first: `g` and then a slip should not delete a row.
  return { state: initialKeys, command: null, handled: began !== null }
}

/** Whether a press with Ctrl or ⌘ is a shortcut of a command: such keys work above layers that have keys of their own. */
export const isModChordOf = (id: string, press: Press, own: OwnKeys): boolean => {
  const chord = chordOf(press)
  return (
    chord?.startsWith('Mod+') === true &&
    bindingsFor(own).some(({ keys, command }) => command.id === id && canonical(keys) === chord)
  )
}

/** The keys that can follow the first key of a sequence, once the hint is due; empty before, and after the timeout. */
export const pendingHint = (
  { pending }: KeyState,
  bindings: readonly KeyBinding[],
  nowMs: number,
): readonly KeyBinding[] => {
  const waitedMs = pending ? nowMs - pending.sinceMs : 0
  return pending && waitedMs >= HINT_MS && waitedMs < PENDING_MS
    ? bindings.filter(({ keys }) => canonical(keys).startsWith(`${pending.prefix} `))
    : []
}

const OF_CONTROLS = new Set(['Enter', ' ', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])
