import { assign, setup } from 'xstate'
import type { GRANTS } from '../../src/contract/auth/auth-settings.ts'
import type { ProductContract } from '../../src/contract/contract.ts'
import type { AnswerOf } from '../../src/contract/core/endpoint.ts'
import { withPath } from '../draft-path.ts'
import { messageOf } from '../resource/failure.ts'
import { notProvided } from '../resource/not-provided.ts'
import { typed } from '../typed.ts'

type Grant = (typeof GRANTS)[number]
type DeviceCode = AnswerOf<ProductContract['token.device']>
type Poll = AnswerOf<ProductContract['token.poll-device']>

/** Fields that a person enters. */
export type TokenDraft = {
  readonly name: string
  readonly grant: Grant
  /** Separated by spaces. */
  readonly scopes: string
  readonly username: string
  readonly password: string
}

/** `tokenId`: the token to renew, whose name stays; null for a new one. */
export type TokenWizardInput = { readonly draft: TokenDraft; readonly tokenId: string | null }

export type TokenWizardContext = TokenWizardInput & {
  readonly code: DeviceCode | null
  /** Seconds until the next poll. */
  readonly interval: number
  readonly problem: string | null
  /** The token that was obtained. */
  readonly obtained: string | null
}

export type TokenWizardEvent =
  | { readonly type: 'CHANGE'; readonly path: string; readonly value: unknown }
  | { readonly type: 'NEXT' | 'BACK' | 'CONNECT' }

type Asked = { readonly draft: TokenDraft; readonly tokenId: string | null }

const toolkit = setup({
  types: typed<{ context: TokenWizardContext; events: TokenWizardEvent; input: TokenWizardInput }>(),
  actors: {
    /** Opens the provider's page, which ends this one. */
    authorize: notProvided<void, Asked>('authorize'),
    /** Obtains a token without a browser; returns its id. */
    obtain: notProvided<string, Asked>('obtain'),
    startDevice: notProvided<DeviceCode, Asked>('startDevice'),
    pollDevice: notProvided<Poll, { flowId: string }>('pollDevice'),
  },
  delays: {
    interval: ({ context }) => context.interval * 1000,
    /** Milliseconds after which a page that is still here can connect again, as after the browser's Back button. */
    patience: 10_000,
  },
  guards: {
    isNamed: ({ context }) => context.draft.name.trim() !== '',
    isInBrowser: ({ context }) => context.draft.grant === 'authorization_code' || context.draft.grant === 'oauth1',
    /** OAuth 1 has no scopes. */
    isWithoutScopes: ({ context }) => context.draft.grant === 'oauth1',
    isOnDevice: ({ context }) => context.draft.grant === 'device_code',
    isComplete: ({ context: { draft } }) =>
      draft.grant !== 'password' || (draft.username.trim() !== '' && draft.password !== ''),
    isObtained: (_, { poll }: { poll: Poll }) => poll.state === 'done',
  },
  actions: {
    change: assign(({ context, event }) =>
      event.type === 'CHANGE'
        ? // The path is a field of the draft, and the value has its type: the form fields guarantee both.
          { draft: withPath(context.draft, event.path, event.value) as TokenDraft, problem: null }
        : {},
    ),
    clear: assign({ problem: null }),
    sayUnnamed: assign({ problem: 'Enter a name for the token.' }),
    sayIncomplete: assign({ problem: 'Enter the user name and the password at the provider.' }),
    say: assign((_, { error }: { error: unknown }) => ({ problem: messageOf(error) })),
    keepCode: assign((_, { code }: { code: DeviceCode }) => ({ code, interval: code.interval })),
    keepInterval: assign((_, { poll }: { poll: Poll }) => ({ interval: poll.interval })),
    keepToken: assign((_, { tokenId }: { tokenId: string | null }) => ({ obtained: tokenId })),
    /** Passwords are not kept once they are sent. */
    forgetPassword: assign(({ context }) => ({ draft: { ...context.draft, password: '' } })),
  },
})

const asked = ({ context: { draft, tokenId } }: { context: TokenWizardContext }): Asked => ({ draft, tokenId })
const said = {
  target: 'ready',
  actions: { type: 'say', params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }) },
} as const

/** Steps to a token: its name, the grant, the scopes, and the provider. */
export const tokenWizardMachine = toolkit.createMachine({
  id: 'tokenWizard',
  context: ({ input }) => ({ ...input, code: null, interval: 5, problem: null, obtained: null }),
  initial: 'name',
  on: { CHANGE: { actions: 'change' } },
  states: {
    name: {
      on: { NEXT: [{ guard: 'isNamed', target: 'grant', actions: 'clear' }, { actions: 'sayUnnamed' }] },
    },
    grant: { on: { NEXT: [{ guard: 'isWithoutScopes', target: 'authenticate' }, 'scopes'], BACK: 'name' } },
    scopes: { on: { NEXT: 'authenticate', BACK: 'grant' } },
    authenticate: {
      initial: 'ready',
      states: {
        ready: {
          on: {
            BACK: [
              { guard: 'isWithoutScopes', target: '#tokenWizard.grant', actions: 'clear' },
              { target: '#tokenWizard.scopes', actions: 'clear' },
            ],
            CONNECT: [
              { guard: 'isInBrowser', target: 'authorizing', actions: 'clear' },
              { guard: 'isOnDevice', target: 'asking', actions: 'clear' },
              { guard: 'isComplete', target: 'obtaining', actions: 'clear' },
              { actions: 'sayIncomplete' },
            ],
          },
        },
        authorizing: {
          tags: 'busy',
          invoke: { id: 'authorize', src: 'authorize', input: asked, onDone: 'left', onError: said },
        },
        /** The browser goes to the provider. */
        left: { tags: 'busy', after: { patience: 'ready' } },
        obtaining: {
          tags: 'busy',
          invoke: {
            id: 'obtain',
            src: 'obtain',
            input: asked,
            onDone: {
              target: '#tokenWizard.done',
              actions: [{ type: 'keepToken', params: ({ event }) => ({ tokenId: event.output }) }, 'forgetPassword'],
            },
            onError: said,
          },
        },
        asking: {
          tags: 'busy',
          invoke: {
            id: 'startDevice',
            src: 'startDevice',
            input: asked,
            onDone: {
              target: 'waiting',
              actions: { type: 'keepCode', params: ({ event }) => ({ code: event.output }) },
            },
            onError: said,
          },
        },
        waiting: { tags: 'code', after: { interval: 'polling' }, on: { BACK: 'ready' } },
        polling: {
          tags: 'code',
          on: { BACK: 'ready' },
          invoke: {
            id: 'pollDevice',
            src: 'pollDevice',
            input: ({ context }) => ({ flowId: context.code?.flow_id ?? '' }),
            onDone: [
              {
                guard: { type: 'isObtained', params: ({ event }) => ({ poll: event.output }) },
                target: '#tokenWizard.done',
                actions: { type: 'keepToken', params: ({ event }) => ({ tokenId: event.output.token_id }) },
              },
              {
                target: 'waiting',
                actions: { type: 'keepInterval', params: ({ event }) => ({ poll: event.output }) },
              },
            ],
            onError: said,
          },
        },
      },
    },
    done: { type: 'final' },
  },
})
