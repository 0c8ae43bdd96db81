import { kindOfRoute } from '../kinds.ts'
import { bindingsFor } from '../registry.ts'
import { unavailableReason } from './availability.ts'
import { canonical, chordOf, type Press } from './chord.ts'
import type { Command, KeyScope } from './command.ts'
import { type KeyBinding, keyKindOf } from './key-bindings.ts'
import { areSingle, type OwnKeys } from './own-keys.ts'
import type { EntityKind, World } from './world.ts'

/** `pending`: the first key of a sequence was pressed. */
export type KeyState = { readonly pending: { readonly prefix: string; readonly sinceMs: number } | null }

export type KeyStep = {
  readonly state: KeyState
  /** What the key means; the browser's own use of it is prevented then, and while a sequence has begun. */
  readonly command: Command | null
  readonly handled: boolean
}

/** The pause after which letters that nothing heard no longer make the next one part of their word. */
export const UNHEARD_MS = 1500
/** The delay before a hint shows the keys that can follow. */
export const HINT_MS = 600

export const initialKeys: KeyState = { pending: null }

/** What began before anything heard it, and may be half of a sequence or of a word. */
const UNHEARD = 'unheard'

/** The state after letters that came before anything heard them, the last one at a time. */
export const afterUnheard = (lastMs: number): KeyState => ({ pending: { prefix: UNHEARD, sinceMs: lastMs } })

/**
 * The person's keys that act now: of commands that can be given, for the kind, list or form that is on the screen. Those of the screen
 * and of its form come first, then those of the kind that has the focus. A key that means nothing here does nothing.
 */
export const keyMap = (world: World): readonly KeyBinding[] => {
  const here = bindingsFor(world.preferences.keys).filter(
    (binding) => actsHere(binding, world) && unavailableReason(binding.command, world) === null,
  )
  const inOrder = [3, 2, 1, 0].map((nearness) =>
    here.filter(({ command, scope }) => nearnessOf(command, scope) === nearness),
  )
  return inOrder.flat()
}

const nearnessOf = ({ keysOn, keysFor }: Command, scope: KeyScope): number =>
  keysOn || scope === 'form' ? 3 : keysFor ? 2 : scope === 'object' ? 1 : 0

const frontOf = ({ place }: World): EntityKind | null => place && kindOfRoute(place.name)

/** Whether a key is for something that is on the screen. */
const actsHere = (binding: KeyBinding, world: World): boolean => {
  const { command, scope } = binding
  const { place, focus, selection } = world
  if (command.keysOn) return command.keysOn === place?.name
  if (command.keysFor) return command.keysFor === frontOf(world) && (scope !== 'object' || Boolean(focus ?? selection))
  if (scope === 'object') {
    const kind = keyKindOf(command)
    return kind !== null && (kind === focus?.kind || kind === selection?.kind)
  }
  if (scope === 'list') return world.hasOnScreen?.('list') === true
  if (scope === 'form') return world.hasOnScreen?.('draft') === true
  return !isOfFront(binding, world)
}

/** Whether a usual key belongs to the kind in front: where that kind's command lost it, one that acts anywhere does not take its place. */
const isOfFront = ({ keys, command }: KeyBinding, world: World): boolean => {
  const front = frontOf(world)
  return (
    front !== null &&
    world.preferences.keys[command.id] === undefined &&
    bindingsFor().some((usual) => usual.command.keysFor === front && canonical(usual.keys) === canonical(keys))
  )
}

/**
 * A key pressed at a time (in milliseconds, of any clock that only goes forward). A sequence waits for its second key without an end,
 * because whoever reads the hint takes their time: another key, Esc or a click ends it.
 */
export const nextKeyStep = (
  { pending }: KeyState,
  press: Press,
  bindings: readonly KeyBinding[],
  nowMs: number,
  singleKeys = true,
): KeyStep => {
  const chord = chordOf(press)
  if (chord === null) return { state: { pending }, command: null, handled: false }
  const isOver = pending?.prefix === UNHEARD && nowMs - pending.sinceMs >= UNHEARD_MS
  const held = pending && !isOver ? pending.prefix : null
  const withMod = chord.startsWith('Mod+')
  const find = (wanted: string) => bindings.find(({ keys }) => canonical(keys) === wanted)
  // Ctrl or ⌘ is no slip of a finger: such a key means what it does alone, unless it completes the sequence.
  const began = held === UNHEARD || (withMod && !find(`${held} ${chord}`)) ? null : held
  // Held down, the first key is not its own second one.
  if (press.repeat && began !== null) return { state: { pending }, command: null, handled: true }
  const isLetter = areSingle(chord)
  const deaf =
    (press.typing && !withMod) || (isLetter && !singleKeys) || (press.onControl && OF_CONTROLS.has(press.key))
  // A sequence that is ended by Enter does not press the button that has the focus.
  if (deaf) return { state: initialKeys, command: null, handled: began !== null && !press.typing }
  if (held === UNHEARD && isLetter) return { state: afterUnheard(nowMs), command: null, handled: false }
  const found = find(began === null ? chord : `${began} ${chord}`)
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

/** The keys that can follow the first key of a sequence, once the hint is due; empty before. */
export const pendingHint = (
  { pending }: KeyState,
  bindings: readonly KeyBinding[],
  nowMs: number,
): readonly KeyBinding[] =>
  pending && nowMs - pending.sinceMs >= HINT_MS
    ? bindings.filter(({ keys }) => canonical(keys).startsWith(`${pending.prefix} `))
    : []

const OF_CONTROLS = new Set(['Enter', ' ', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])
