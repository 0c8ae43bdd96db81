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

/** `FOLLOW`: someone signed in to this account, which has these preferences; `UNFOLLOW`: they are gone. */
export type PreferencesEvent =
  | ({ readonly type: 'SET' } & Partial<Preferences>)
  | { readonly type: 'FOLLOW'; readonly account: string; readonly preferences: AccountPreferences }
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

/** Names that an account's preferences are stored under. The others are of a device. */
const STORED_AS = {
  theme: 'theme',
  density: 'density',
  singleKeys: 'single_keys',
  timeZone: 'time_zone',
  landing: 'landing',
  favorites: 'favorite_projects',
  keys: 'keys',
} as const satisfies Partial<Record<keyof Preferences, keyof AccountPreferences>>

type Field = keyof typeof STORED_AS

const FIELDS = Object.keys(STORED_AS) as Field[]

/**
 * The preferences of a device and person. `unstored`: those that were changed and are not yet stored with the account `owner`, which a
 * reload must not lose.
 */
type PreferencesContext = Preferences & { readonly owner: unknown; readonly unstored: readonly Field[] }

const contextFrom = (stored: unknown): PreferencesContext => {
  const { owner = null, unstored } = (stored ?? {}) as { readonly [Field in keyof PreferencesContext]?: unknown }
  return {
    ...preferencesFrom(stored),
    owner,
    unstored: FIELDS.filter((field) => Array.isArray(unstored) && unstored.includes(field)),
  }
}

/** Preferences as an account has them, except those that are still to be stored with it. */
const followed = (here: PreferencesContext, owner: string, stored: AccountPreferences): PreferencesContext => {
  // What somebody else has changed on this device is not for this account.
  const unstored = here.owner === owner ? here.unstored : []
  const known = FIELDS.flatMap((field): [Field, unknown][] => {
    if (unstored.includes(field)) return [[field, here[field]]]
    return STORED_AS[field] in stored ? [[field, stored[STORED_AS[field]]]] : []
  })
  // Favorites and keys of this device may be somebody else's, who used it before.
  const preferences = preferencesFrom({ ...here, favorites: [], keys: {}, ...Object.fromEntries(known) })
  return { ...preferences, owner, unstored }
}

/** Only what was changed here: another tab, or another device, may have changed the rest. */
const forAccount = (context: PreferencesContext): AccountPreferences =>
  Object.fromEntries(context.unstored.map((field) => [STORED_AS[field], context[field]]))

const AGAIN = { target: '#preferences.following.storing', reenter: true } as const

/** Preferences of a person: from this device, and after sign-in from their account. */
export const preferencesMachine = setup({
  types: typed<{ context: PreferencesContext; events: PreferencesEvent; input: { readonly stored: unknown } }>(),
  actors: {
    /** Stores the preferences with the account. */
    store: notProvided<void, { preferences: AccountPreferences }>('store'),
  },
  guards: {
    isOfDevice: ({ event }) => !FIELDS.some((field) => field in event),
    /** Some are left from before a reload, or from a failure. */
    isUnstored: ({ context, event }) =>
      event.type === 'FOLLOW' && event.account === context.owner && context.unstored.length > 0,
  },
  actions: {
    set: assign(({ context, event }) => {
      if (event.type !== 'SET') return {}
      const { type: _, ...change } = event
      return preferencesFrom({ ...context, ...change })
    }),
    mark: assign({
      unstored: ({ context, event }) => FIELDS.filter((field) => field in event || context.unstored.includes(field)),
    }),
    unmark: assign({ unstored: [] }),
    follow: assign(({ context, event }) =>
      event.type === 'FOLLOW' ? followed(context, event.account, event.preferences) : {},
    ),
    /** Stores the preferences on this device. */
    keep: () => {},
    /** Applies the preferences to the page. */
    apply: () => {},
    warn: (_, _failure: { cause: unknown }) => {},
  },
}).createMachine({
  id: 'preferences',
  context: ({ input }) => contextFrom(input.stored),
  initial: 'alone',
  states: {
    alone: {
      entry: 'apply',
      on: {
        SET: { actions: ['set', 'keep', 'apply'] },
        FOLLOW: [
          { guard: 'isUnstored', target: 'following.storing', actions: ['follow', 'keep', 'apply'] },
          { target: 'following', actions: ['follow', 'keep', 'apply'] },
        ],
      },
    },
    following: {
      initial: 'settled',
      on: {
        FOLLOW: { actions: ['follow', 'keep', 'apply'] },
        UNFOLLOW: { target: 'alone', actions: ['unmark', 'keep'] },
        SET: [
          { guard: 'isOfDevice', actions: ['set', 'keep', 'apply'] },
          { target: '.storing', actions: ['set', 'mark', 'keep', 'apply'] },
        ],
      },
      states: {
        settled: {},
        // One request at a time: of two, the older could be the last that the server carries out.
        storing: {
          initial: 'newest',
          invoke: {
            id: 'store',
            src: 'store',
            input: ({ context }) => ({ preferences: forAccount(context) }),
            onDone: { target: 'settled', actions: ['unmark', 'keep'] },
            // They still apply here; the next change, or the next visit, stores them with the account.
            onError: { target: 'settled', actions: { type: 'warn', params: ({ event }) => ({ cause: event.error }) } },
          },
          states: {
            newest: { on: { SET: { target: 'overtaken', actions: ['set', 'mark', 'keep', 'apply'] } } },
            overtaken: {
              on: {
                SET: { actions: ['set', 'mark', 'keep', 'apply'] },
                'xstate.done.actor.store': AGAIN,
                'xstate.error.actor.store': AGAIN,
              },
            },
          },
        },
      },
    },
  },
})
