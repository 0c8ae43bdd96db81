import { kindOfRoute } from '../kinds.ts'
import { type KeyBinding, keyBindings, keyKindOf } from '../registry.ts'
import { unavailableReason } from './availability.ts'
import type { Command, KeyScope } from './command.ts'
import type { World } from './world.ts'

/** A key as the browser tells of it. */
export type Press = {
  readonly key: string
  readonly ctrl: boolean
  readonly meta: boolean
  readonly alt: boolean
  readonly shift: boolean
  /** The focus is in a text field, so that letters are text. */
  readonly typing: boolean
  /** The focus is on a button, link or other control, which has its own use for Enter, Space and arrows. */
  readonly onControl: boolean
}

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

/** The keys that act now: of commands that can be given, in scopes that there are. Those of the kind that has the focus come first. */
export const keyMap = (world: World): readonly KeyBinding[] => {
  const all = keyBindings.filter(
    ({ scope, command }) => isIn(scope, world) && unavailableReason(command, world) === null,
  )
  const focused = world.focus?.kind ?? world.selection?.kind
  const front = world.place && kindOfRoute(world.place.name)
  const own = all.filter(({ command }) => command.keysFor !== undefined && command.keysFor === front)
  const rest = all.filter(({ command }) => command.keysFor === undefined)
  const isFocused = ({ command }: KeyBinding): boolean => focused !== undefined && keyKindOf(command) === focused
  return [...own, ...rest.filter(isFocused), ...rest.filter((binding) => !isFocused(binding))]
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
const MODIFIERS = new Set([
  'Shift',
  'Control',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
  'Dead',
  'Process',
  'Unidentified',
])

/** The chord of a press, as `canonical` spells it; null for a modifier alone and for what is the system's (Alt). */
const chordOf = ({ key, ctrl, meta, alt, shift }: Press): string | null => {
  // Alt with a letter types a sign on many keyboards: only the sign counts, and signs come without `ctrl`.
  if (MODIFIERS.has(key) || (alt && key.length > 1)) return null
  const named = key === ' ' ? 'Space' : key
  const isLetter = /^\p{L}$/u.test(named)
  const base = isLetter ? named.toLowerCase() : named
  const shifted = shift && (isLetter || named.length > 1)
  return `${ctrl || meta ? 'Mod+' : ''}${shifted ? 'Shift+' : ''}${base}`
}

const spellings = new Map<string, string>()

/** One spelling for each: `C` is `Shift+c`. */
const canonical = (keys: string): string => {
  const before = spellings.get(keys)
  if (before !== undefined) return before
  const spelling = keys
    .split(' ')
    .map((chord) => (/^\p{Lu}$/u.test(chord) ? `Shift+${chord.toLowerCase()}` : chord))
    .join(' ')
  spellings.set(keys, spelling)
  return spelling
}
