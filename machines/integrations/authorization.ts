import { assign, setup } from 'xstate'
import { NO_CODE, refusedWords, STATE_MISMATCH } from '../../src/domain/integrations/authorization-words.ts'
import { messageOf } from '../resource/failure.ts'
import { notProvided } from '../resource/not-provided.ts'
import { typed } from '../typed.ts'

/** The choice of a person before the provider is asked. `integration`: the one to connect again; null for a new one. */
export type IntegrationChoice = {
  readonly organization: string
  readonly domain: string
  readonly name: string
  readonly integration: string | null
}

/** The provider's answer in the address. */
export type ReturnedAnswer = {
  readonly code: string | null
  readonly state: string | null
  readonly domain: string | null
  readonly error: string | null
  readonly description: string | null
}

/** Verifier and state as this tab stored them before it left, now removed from the store; the choice is told by its state. */
export type Recalled = {
  readonly state: string | null
  readonly verifier: string | null
  readonly choice: IntegrationChoice | null
}

/** Input of the call that finishes an authorization at the server. */
export type Finishing = {
  readonly code: string
  readonly verifier: string
  readonly state: string
  readonly domain: string
}

export type AuthorizationInput = { readonly choice: IntegrationChoice; readonly returned: ReturnedAnswer | null }

export type AuthorizationContext = AuthorizationInput & {
  readonly recalled: Recalled | null
  readonly url: string | null
  readonly problem: string | null
}

export type AuthorizationEvent =
  | { readonly type: 'CHANGE'; readonly field: 'organization' | 'domain' | 'name'; readonly value: string }
  | { readonly type: 'CONNECT' }

const toolkit = setup({
  types: typed<{ context: AuthorizationContext; events: AuthorizationEvent; input: AuthorizationInput }>(),
  actors: {
    /** Begins at the server, and stores verifier and state; returns the provider's address. */
    prepare: notProvided<string, { choice: IntegrationChoice }>('prepare'),
    /** Reads verifier and state from the store, and removes them. */
    recall: notProvided<Recalled, object>('recall'),
    /** Hands the code to the server. */
    finish: notProvided<void, Finishing>('finish'),
  },
  delays: {
    /** Milliseconds after which a page that is still here can connect again, as after the browser's Back button. */
    patience: 10_000,
  },
  guards: {
    isReturn: ({ context }) => context.returned !== null,
    isComplete: ({ context: { choice } }) => choice.organization !== '' && choice.domain !== '',
    isMismatch: ({ context: { returned } }, { recalled }: { recalled: Recalled }) =>
      recalled.state === null || recalled.verifier === null || recalled.state !== returned?.state,
    isRefused: ({ context: { returned } }) => returned?.error != null,
    isWithoutCode: ({ context: { returned } }) => !returned?.code,
  },
  actions: {
    change: assign(({ context, event }) =>
      event.type === 'CHANGE' ? { choice: { ...context.choice, [event.field]: event.value }, problem: null } : {},
    ),
    clear: assign({ problem: null }),
    forget: assign({ problem: null, returned: null, recalled: null }),
    keepUrl: assign((_, { url }: { url: string }) => ({ url })),
    keepRecalled: assign(({ context }, { recalled }: { recalled: Recalled }) => ({
      recalled,
      choice: recalled.choice ?? context.choice,
    })),
    /** Goes to the provider's page, which ends this one. */
    leave: (_, _params: { url: string }) => {},
    say: assign((_, { error }: { error: unknown }) => ({ problem: messageOf(error) })),
    sayIncomplete: assign({ problem: 'Choose an organization and a domain.' }),
    sayMismatch: assign({ problem: STATE_MISMATCH }),
    sayRefused: assign(({ context: { returned } }) => ({
      problem: refusedWords(returned?.error ?? '', returned?.description ?? null),
    })),
    sayNoCode: assign({ problem: NO_CODE }),
  },
})

/** The third-party authorization: to the provider's page with PKCE and a state, and back with a code or an error. */
export const authorizationMachine = toolkit.createMachine({
  id: 'authorization',
  context: ({ input }) => ({ ...input, recalled: null, url: null, problem: null }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: 'isReturn', target: 'comparing' }, 'choosing'] },
    choosing: {
      on: {
        CHANGE: { actions: 'change' },
        CONNECT: [{ guard: 'isComplete', target: 'preparing', actions: 'clear' }, { actions: 'sayIncomplete' }],
      },
    },
    preparing: {
      tags: 'busy',
      invoke: {
        id: 'prepare',
        src: 'prepare',
        input: ({ context: { choice } }) => ({ choice }),
        onDone: {
          target: 'leaving',
          actions: { type: 'keepUrl', params: ({ event }) => ({ url: event.output }) },
        },
        onError: { target: 'choosing', actions: { type: 'say', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    leaving: {
      tags: 'busy',
      entry: { type: 'leave', params: ({ context }) => ({ url: context.url ?? '' }) },
      after: { patience: 'choosing' },
    },
    comparing: {
      invoke: {
        id: 'recall',
        src: 'recall',
        input: {},
        onDone: [
          {
            guard: { type: 'isMismatch', params: ({ event }) => ({ recalled: event.output }) },
            target: 'failed',
            actions: 'sayMismatch',
          },
          {
            guard: 'isRefused',
            target: 'failed',
            actions: [{ type: 'keepRecalled', params: ({ event }) => ({ recalled: event.output }) }, 'sayRefused'],
          },
          {
            guard: 'isWithoutCode',
            target: 'failed',
            actions: [{ type: 'keepRecalled', params: ({ event }) => ({ recalled: event.output }) }, 'sayNoCode'],
          },
          {
            target: 'finishing',
            actions: { type: 'keepRecalled', params: ({ event }) => ({ recalled: event.output }) },
          },
        ],
        onError: { target: 'failed', actions: { type: 'say', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    finishing: {
      invoke: {
        id: 'finish',
        src: 'finish',
        input: ({ context: { returned, recalled, choice } }) => ({
          code: returned?.code ?? '',
          verifier: recalled?.verifier ?? '',
          state: returned?.state ?? '',
          // A provider with several domains says at which one the person signed in.
          domain: returned?.domain ?? choice.domain,
        }),
        onDone: 'done',
        onError: { target: 'failed', actions: { type: 'say', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    /** Verifier and state are gone: only a new beginning helps. */
    failed: { on: { CONNECT: { target: 'choosing', actions: 'forget' } } },
    done: { type: 'final' },
  },
})
