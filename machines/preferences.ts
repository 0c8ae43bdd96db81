import { assign, setup } from 'xstate'
import type { preferences as ofAccount } from '../src/contract/accounts/accounts.ts'
import { DENSITIES, LANDINGS, MOST_FAVORITES, MOST_KEYS, THEMES } from '../src/contract/accounts/appearance.ts'
import type { Shape } from '../src/contract/core/endpoint.ts'
import { notProvided } from './resource/not-provided.ts'
import { typed } from './typed.ts'

/**
 * Preferences of a person. `singleKeys`: single letters are shortcuts; `timeZone`: an IANA name, or null for the browser's; `landing`: the
 * screen that sign-in leads to; `favorites`: ids of projects that lists show first; `collapsed`: the sidebar is collapsed, on this device only; `keys`:
 * keys of commands that the person has changed, null for none.
 */
export type Preferences = {
  readonly theme: (typeof THEMES)[number]
  readonly density: (typeof DENSITIES)[number]
  readonly singleKeys: boolean
  readonly timeZone: string | null
  readonly landing: (typeof LANDINGS)[number]
  readonly favorites: readonly string[]
  readonly collapsed: boolean
  readonly keys: Readonly<Record<string, string | null>>
}

/** Preferences stored with an account. */
export type AccountPreferences = Shape<typeof ofAccount>

/** `FOLLOW`: someone signed in, with these preferences in their account; `UNFOLLOW`: they are gone. */
export type PreferencesEvent =
  | ({ readonly type: 'SET' } & Partial<Preferences>)
  | { readonly type: 'FOLLOW'; readonly preferences: AccountPreferences }
  | { readonly type: 'UNFOLLOW' }

const favoritesFrom = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, MOST_FAVORITES) : []

const keysFrom = (stored: unknown): Preferences['keys'] =>
  Object.fromEntries(
    Object.entries(typeof stored === 'object' && stored !== null ? stored : {})
      .filter(([, keys]) => keys === null || typeof keys === 'string')
      .slice(0, MOST_KEYS),
  )

/** Reads stored preferences field by field. Missing or invalid fields get their defaults. */
export const preferencesFrom = (stored: unknown): Preferences => {
  const from: { readonly [Field in keyof Preferences]?: unknown } =
    typeof stored === 'object' && stored !== null ? stored : {}
  return {
    theme: THEMES.find((theme) => theme === from.theme) ?? 'system',
    density: DENSITIES.find((density) => density === from.density) ?? 'regular',
    singleKeys: typeof from.singleKeys === 'boolean' ? from.singleKeys : true,
    timeZone: typeof from.timeZone === 'string' && from.timeZone !== '' ? from.timeZone : null,
    landing: LANDINGS.find((landing) => landing === from.landing) ?? 'collections',
    favorites: favoritesFrom(from.favorites),
    collapsed: typeof from.collapsed === 'boolean' ? from.collapsed : false,
    keys: keysFrom(from.keys),
  }
}

const followed = (
  here: Preferences,
  { theme, density, single_keys, time_zone, landing, favorite_projects, keys }: AccountPreferences,
): Preferences =>
  preferencesFrom({
    ...here,
    ...(theme && { theme }),
    ...(density && { density }),
    ...(single_keys !== undefined && { singleKeys: single_keys }),
    ...(time_zone !== undefined && { timeZone: time_zone }),
    ...(landing && { landing }),
    // Those of this device may be somebody else's, who used it before.
    favorites: favorite_projects ?? [],
    keys: keys ?? {},
  })

const forAccount = ({
  theme,
  density,
  singleKeys,
  timeZone,
  landing,
  favorites,
  keys,
}: Preferences): AccountPreferences => ({
  theme,
  density,
  single_keys: singleKeys,
  time_zone: timeZone,
  landing,
  favorite_projects: [...favorites],
  keys,
})

/** Preferences of a person: from this device, and after sign-in from their account. */
export const preferencesMachine = setup({
  types: typed<{ context: Preferences; events: PreferencesEvent; input: { readonly stored: unknown } }>(),
  actors: {
    /** Stores the preferences with the account. */
    store: notProvided<void, { preferences: AccountPreferences }>('store'),
  },
  guards: {
    isOfDevice: ({ event }) =>
      event.type === 'SET' && Object.keys(event).every((key) => ['type', 'collapsed'].includes(key)),
  },
  actions: {
    set: assign(({ context, event }) => {
      if (event.type !== 'SET') return {}
      const { type: _, ...change } = event
      return preferencesFrom({ ...context, ...change })
    }),
    follow: assign(({ context, event }) => (event.type === 'FOLLOW' ? followed(context, event.preferences) : {})),
    /** Stores the preferences on this device. */
    keep: () => {},
    /** Applies the preferences to the page. */
    apply: () => {},
    warn: (_, _failure: { cause: unknown }) => {},
  },
}).createMachine({
  id: 'preferences',
  context: ({ input }) => preferencesFrom(input.stored),
  initial: 'alone',
  states: {
    alone: {
      entry: 'apply',
      on: {
        SET: { actions: ['set', 'keep', 'apply'] },
        FOLLOW: { target: 'following', actions: ['follow', 'keep', 'apply'] },
      },
    },
    following: {
      initial: 'settled',
      on: {
        FOLLOW: { actions: ['follow', 'keep', 'apply'] },
        UNFOLLOW: 'alone',
        SET: [
          { guard: 'isOfDevice', actions: ['set', 'keep', 'apply'] },
          { target: '.storing', reenter: true, actions: ['set', 'keep', 'apply'] },
        ],
      },
      states: {
        settled: {},
        storing: {
          invoke: {
            id: 'store',
            src: 'store',
            input: ({ context }) => ({ preferences: forAccount(context) }),
            onDone: 'settled',
            // They still apply here; the next change stores them with the account.
            onError: { target: 'settled', actions: { type: 'warn', params: ({ event }) => ({ cause: event.error }) } },
          },
        },
      },
    },
  },
})
