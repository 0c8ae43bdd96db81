import { assign, setup } from 'xstate'
import { failureOf, messageOf } from '../resource/failure.ts'
import { notProvided } from '../resource/not-provided.ts'
import { typed } from '../typed.ts'

export type FactorMethod = 'totp' | 'passkey'

/** A secret to be confirmed by the app that has it. */
export type BegunTotp = { readonly id: string; readonly secret: string; readonly uri: string }

/** `hasProof`: whether the account has a password or an authenticator app; others prove themselves by a recent sign-in. */
export type NewFactorContext = {
  readonly hasProof: boolean
  readonly method: FactorMethod
  /** The password, or a code of a factor that the account has. */
  readonly proof: string
  readonly name: string
  readonly code: string
  readonly begun: BegunTotp | null
  /** Recovery codes of the first factor; null with further ones. */
  readonly codes: readonly string[] | null
  readonly problem: string | null
}

export type NewFactorEvent =
  | { readonly type: 'CHOOSE_METHOD'; readonly method: string }
  | { readonly type: 'CHANGE'; readonly path: 'proof' | 'name' | 'code'; readonly value: string }
  | { readonly type: 'NEXT' | 'BACK' }

/** A factor was added; `codes` come with the first one. */
export type Added = { readonly codes: readonly string[] | null }

const EMPTY = { proof: '', name: '', code: '', begun: null, codes: null, problem: null } as const

const toolkit = setup({
  types: typed<{ context: NewFactorContext; events: NewFactorEvent; input: { readonly hasProof: boolean } }>(),
  actors: {
    beginTotp: notProvided<BegunTotp, { proof: string }>('beginTotp'),
    confirmTotp: notProvided<Added, { id: string; code: string; name: string }>('confirmTotp'),
    /** Lets the browser make a passkey, and stores it. */
    addPasskey: notProvided<Added, { proof: string; name: string }>('addPasskey'),
  },
  guards: {
    isPasskey: ({ context }) => context.method === 'passkey',
    isUnproved: ({ context }) => context.hasProof && context.proof.trim() === '',
    isTyped: ({ context }) => context.code.trim() !== '',
    hasCodes: (_, { codes }: Added) => codes !== null,
    /** It took too long: the secret is no longer valid. */
    isGone: (_, { status }: { status: number | null }) => status === 410,
  },
  actions: {
    choose: assign(({ event }) =>
      event.type === 'CHOOSE_METHOD'
        ? { ...EMPTY, method: event.method === 'passkey' ? ('passkey' as const) : ('totp' as const) }
        : {},
    ),
    change: assign(({ event }) => (event.type === 'CHANGE' ? { [event.path]: event.value, problem: null } : {})),
    clear: assign({ problem: null }),
    reset: assign(EMPTY),
    keepBegun: assign((_, { begun }: { begun: BegunTotp }) => ({ begun, proof: '' })),
    keepCodes: assign((_, { codes }: Added) => ({ ...EMPTY, codes })),
    say: assign((_, { message }: { message: string }) => ({ problem: message })),
    sayUnproved: assign({ problem: 'Enter your password, or a code of your authenticator app.' }),
    sayUntyped: assign({ problem: 'Enter the 6 digits that the app shows for Sonde.' }),
    /** Tells the view that a factor was added. */
    finish: () => {},
  },
})

const said = ({ event }: { event: { error: unknown } }) => ({ message: messageOf(event.error) })
const statusOf = ({ event }: { event: { error: unknown } }) => ({
  status: failureOf('factor.confirm-totp', event.error).status,
})
const say = { type: 'say', params: said } as const
const output = ({ event }: { event: { output: Added } }) => event.output
const added = [
  {
    guard: { type: 'hasCodes', params: output },
    target: 'codes',
    actions: { type: 'keepCodes', params: output },
  },
  { target: 'choosing', actions: ['reset', 'finish'] },
] as const

/** Sets up a second factor: proof of the owner, the app or passkey, and the recovery codes of the first one. */
export const newFactorMachine = toolkit.createMachine({
  id: 'newFactor',
  context: ({ input }) => ({ ...input, method: 'totp', ...EMPTY }),
  initial: 'choosing',
  states: {
    choosing: { on: { CHOOSE_METHOD: { target: 'proving', actions: 'choose' } } },
    proving: {
      on: {
        CHANGE: { actions: 'change' },
        NEXT: [
          { guard: 'isUnproved', actions: 'sayUnproved' },
          { guard: 'isPasskey', target: 'adding', actions: 'clear' },
          { target: 'beginning', actions: 'clear' },
        ],
        BACK: { target: 'choosing', actions: 'reset' },
      },
    },
    beginning: {
      tags: 'busy',
      invoke: {
        id: 'begin',
        src: 'beginTotp',
        input: ({ context }) => ({ proof: context.proof }),
        onDone: {
          target: 'scanning',
          actions: { type: 'keepBegun', params: ({ event }) => ({ begun: event.output }) },
        },
        onError: { target: 'proving', actions: say },
      },
    },
    scanning: {
      on: {
        CHANGE: { actions: 'change' },
        NEXT: [{ guard: 'isTyped', target: 'confirming', actions: 'clear' }, { actions: 'sayUntyped' }],
        BACK: { target: 'choosing', actions: 'reset' },
      },
    },
    confirming: {
      tags: 'busy',
      invoke: {
        id: 'confirm',
        src: 'confirmTotp',
        input: ({ context: { begun, code, name } }) => ({ id: begun?.id ?? '', code, name }),
        onDone: added,
        onError: [
          { guard: { type: 'isGone', params: statusOf }, target: 'proving', actions: say },
          { target: 'scanning', actions: say },
        ],
      },
    },
    adding: {
      tags: 'busy',
      invoke: {
        id: 'add',
        src: 'addPasskey',
        input: ({ context: { proof, name } }) => ({ proof, name }),
        onDone: added,
        onError: { target: 'proving', actions: say },
      },
    },
    /** They are shown once. */
    codes: { on: { NEXT: { target: 'choosing', actions: ['reset', 'finish'] } } },
  },
})
