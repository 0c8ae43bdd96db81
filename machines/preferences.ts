import { assign, setup } from 'xstate'
import { typed } from './typed.ts'

/** How a person wants the app. `singleKeys`: single letters are shortcuts; `collapsed`: the sidebar is a rail. */
export type Preferences = {
  readonly theme: 'system' | 'light' | 'dark'
  readonly density: 'compact' | 'regular' | 'relaxed'
  readonly singleKeys: boolean
  readonly collapsed: boolean
}

export type PreferencesEvent = { readonly type: 'SET' } & Partial<Preferences>

const THEMES = ['system', 'light', 'dark'] as const
const DENSITIES = ['compact', 'regular', 'relaxed'] as const

/** Preferences from what was stored, field by field: what is missing or not understood is as at first. */
export const preferencesFrom = (stored: unknown): Preferences => {
  const from: { readonly [Field in keyof Preferences]?: unknown } =
    typeof stored === 'object' && stored !== null ? stored : {}
  return {
    theme: THEMES.find((theme) => theme === from.theme) ?? 'system',
    density: DENSITIES.find((density) => density === from.density) ?? 'regular',
    singleKeys: typeof from.singleKeys === 'boolean' ? from.singleKeys : true,
    collapsed: typeof from.collapsed === 'boolean' ? from.collapsed : false,
  }
}

/** How the app looks and listens to this person, on this device. */
export const preferencesMachine = setup({
  types: typed<{ context: Preferences; events: PreferencesEvent; input: { readonly stored: unknown } }>(),
  actions: {
    set: assign(({ context, event: { type: _, ...change } }) => preferencesFrom({ ...context, ...change })),
    /** Stores them on this device. */
    keep: () => {},
    /** Makes the page look so. */
    apply: () => {},
  },
}).createMachine({
  id: 'preferences',
  context: ({ input }) => preferencesFrom(input.stored),
  initial: 'settled',
  states: {
    settled: { entry: 'apply', on: { SET: { actions: ['set', 'keep', 'apply'] } } },
  },
})
