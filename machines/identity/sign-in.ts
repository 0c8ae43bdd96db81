import { assign, enqueueActions, setup } from 'xstate'
import type { NavigationEvent } from '../navigation.ts'
import { messageOf } from '../resource/failure.ts'
import { notProvided } from '../resource/not-provided.ts'
import { typed } from '../typed.ts'

/** The signed-in person, as reported by the identity provider. */
export type UserProfile = {
  readonly sub: string
  readonly email: string
  readonly nickname: string
  readonly name: string
  readonly picture: string | null
  readonly created: string | null
  readonly permissions: readonly string[]
  readonly org_ids: readonly string[]
}

/** An error as a sentence, with its cause. */
export type SignInError = { readonly message: string; readonly cause: unknown }

/**
 * `target`: where to go after the next sign-in; `hint`: what to prefill at the provider, such as an email address; `expired`: whether
 * the session expired.
 */
export type SignInContext = {
  readonly user: UserProfile | null
  readonly error: SignInError | null
  readonly expired: boolean
  readonly leavingTo: 'sign-in' | 'sign-out'
  /** Signs in anew although there is a session. */
  readonly again: boolean
  readonly target: string | null
  readonly hint: string | null
  readonly path: string
  readonly cameBack: boolean
  readonly secure: boolean
}

/**
 * `cameBack`: the URL has code and state, and this browser issued that state; `secure`: https or localhost; `path`: the current path
 * without the provider's parameters.
 */
export type SignInInput = { readonly cameBack: boolean; readonly secure: boolean; readonly path?: string }

export type SignInEvent =
  | { readonly type: 'SIGN_IN'; readonly target?: string; readonly hint?: string }
  /** Signs in anew, because an organization requires a recent sign-in. */
  | { readonly type: 'SIGN_IN_AGAIN'; readonly target: string }
  | { readonly type: 'SIGN_OUT' }
  | { readonly type: 'EXPIRED' }
  | { readonly type: 'RETRY' }

/** A redirect to the provider: to sign in and come back to `target`, or to sign out. */
export type ProviderRedirect = {
  readonly to: 'sign-in' | 'sign-out'
  readonly target: string | null
  readonly hint: string | null
  /** Asks for the password although there is a session. */
  readonly again: boolean
}

export const INSECURE_TEXT =
  'Sign-in needs https or localhost, but this page was opened over plain http at another address. Open it over https, or set SONDE_URL to the address of your TLS proxy.'

const errorOf = ({ event }: { event: { error: unknown } }): SignInError => ({
  message: messageOf(event.error),
  cause: event.error,
})
const keepError = { type: 'keepError', params: errorOf } as const
const warn = { type: 'warn', params: errorOf } as const

/** The person's session: sign-in and sign-out at the identity provider, and expiry. */
export const signInMachine = setup({
  types: typed<{ context: SignInContext; events: SignInEvent; input: SignInInput }>(),
  actors: {
    /** Completes a sign-in redirect; returns where it started. */
    completeRedirect: notProvided<{ target: string | null }, object>('completeRedirect'),
    readSession: notProvided<{ user: UserProfile | null }, object>('readSession'),
    /** Navigates to the provider, to sign in or to sign out. Ends only if the page stays. */
    leave: notProvided<void, ProviderRedirect>('leave'),
  },
  guards: {
    isInsecure: ({ context }) => !context.secure,
    cameBack: ({ context }) => context.cameBack,
    isSomebody: (_, { user }: { user: UserProfile | null }) => user !== null,
    signsInAgain: ({ context }) => context.again,
    isSigningOut: ({ context }) => context.leavingTo === 'sign-out',
    hasExpired: ({ context }) => context.expired,
  },
  actions: {
    warn: (_, _error: SignInError) => {},
    /** Replaces the address that contains the provider's answer by an address of the app. */
    goTo: enqueueActions(({ system, enqueue }, to: { href: string }) => {
      const navigation = system.get('navigation')
      const go: NavigationEvent = { type: 'GO', href: to.href, replace: true }
      if (navigation) enqueue.sendTo(navigation, go)
    }),
    keepUser: assign({ user: (_, user: UserProfile | null) => user, expired: false, error: null }),
    keepError: assign({ error: (_, error: SignInError) => error }),
    forgetError: assign({ error: null }),
    forgetUser: assign({ user: null, expired: false }),
    expire: assign({ expired: true, error: null }),
    plan: assign(({ context, event }) => {
      if (event.type === 'SIGN_OUT')
        return { leavingTo: 'sign-out' as const, target: null, hint: null, again: false, expired: false }
      if (event.type === 'SIGN_IN_AGAIN')
        return { leavingTo: 'sign-in' as const, target: event.target, hint: context.user?.email ?? null, again: true }
      if (event.type !== 'SIGN_IN') return {}
      return {
        leavingTo: 'sign-in' as const,
        target: event.target ?? null,
        hint: event.hint ?? null,
        again: false,
        error: null,
      }
    }),
  },
}).createMachine({
  id: 'signIn',
  context: ({ input }) => ({
    user: null,
    error: null,
    expired: false,
    leavingTo: 'sign-in',
    again: false,
    target: null,
    hint: null,
    path: input.path ?? '/',
    cameBack: input.cameBack,
    secure: input.secure,
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      always: [
        { guard: 'isInsecure', target: 'insecure' },
        { guard: 'cameBack', target: 'completing' },
        { target: 'reading' },
      ],
    },
    insecure: { tags: 'settled' },
    completing: {
      tags: 'busy',
      invoke: {
        id: 'complete',
        src: 'completeRedirect',
        input: {},
        onDone: {
          target: 'reading',
          actions: {
            type: 'goTo',
            params: ({ context, event }) => ({ href: event.output.target ?? context.path }),
          },
        },
        // An earlier session may still be valid.
        onError: { target: 'reading', actions: [keepError, warn] },
      },
    },
    reading: {
      tags: 'busy',
      invoke: {
        id: 'read',
        src: 'readSession',
        input: {},
        onDone: [
          {
            guard: { type: 'isSomebody', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'keepUser', params: ({ event }) => event.output.user },
          },
          { target: 'signedOut' },
        ],
        onError: { target: 'signedOut', actions: [keepError, warn] },
      },
    },
    signedIn: {
      tags: 'settled',
      on: {
        SIGN_OUT: { target: 'leaving', actions: 'plan' },
        SIGN_IN_AGAIN: { target: 'leaving', actions: 'plan' },
        EXPIRED: { target: 'expired', actions: 'expire' },
      },
    },
    // The session ended while the app was in use: what is shown and typed stays until the person signs in again.
    expired: {
      tags: 'settled',
      on: {
        SIGN_IN: { target: 'leaving', actions: 'plan' },
        SIGN_OUT: { target: 'leaving', actions: 'plan' },
        RETRY: { target: 'reading', actions: 'forgetError' },
      },
    },
    signedOut: {
      tags: 'settled',
      entry: 'forgetUser',
      on: {
        SIGN_IN: { target: 'leaving', actions: 'plan' },
        RETRY: { target: 'reading', actions: 'forgetError' },
      },
    },
    leaving: {
      tags: 'busy',
      invoke: {
        id: 'leave',
        src: 'leave',
        input: ({ context: { leavingTo: to, target, hint, again } }) => ({ to, target, hint, again }),
        // For a sign-in, the browser is navigating: nothing changes until the page is gone.
        onDone: { guard: 'isSigningOut', target: 'signedOut' },
        onError: [
          { guard: 'isSigningOut', target: 'signedIn', actions: [keepError, warn] },
          { guard: 'hasExpired', target: 'expired', actions: [keepError, warn] },
          { guard: 'signsInAgain', target: 'signedIn', actions: [keepError, warn] },
          { target: 'signedOut', actions: [keepError, warn] },
        ],
      },
      // The browser's Back button restores a page in the state it was left.
      on: { RETRY: { target: 'reading', actions: 'forgetError' } },
    },
  },
})
