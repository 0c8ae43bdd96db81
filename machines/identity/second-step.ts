import { assign, setup } from 'xstate'
import { failureOf, messageOf } from '../resource/failure.ts'
import { notProvided } from '../resource/not-provided.ts'
import { typed } from '../typed.ts'

export type SecondMethod = 'totp' | 'passkey' | 'recovery'

/** `methods`: those of the account, once its password was right; null before. `left`: recovery codes that are left after using one. */
export type SecondStepContext = {
  readonly methods: readonly SecondMethod[] | null
  readonly method: SecondMethod
  readonly code: string
  readonly problem: string | null
  readonly left: number
  readonly redirectTo: string
}

export type SecondStepEvent =
  | { readonly type: 'ASKED'; readonly methods: readonly SecondMethod[] }
  | { readonly type: 'CHOOSE_METHOD'; readonly method: SecondMethod }
  | { readonly type: 'CHANGE'; readonly code: string }
  | { readonly type: 'NEXT' | 'BACK' | 'CONNECT' }

/** The answer to a right code; `left` is null unless it was a recovery code. */
export type CodeAnswer = { readonly redirectTo: string; readonly left: number | null }

const toolkit = setup({
  types: typed<{
    context: SecondStepContext
    events: SecondStepEvent
    input: { readonly methods: readonly SecondMethod[] | null }
  }>(),
  actors: {
    checkCode: notProvided<CodeAnswer, { method: 'totp' | 'recovery'; code: string }>('checkCode'),
    /** Lets the browser sign with a passkey; returns where it goes next. */
    signWithPasskey: notProvided<string, object>('signWithPasskey'),
  },
  guards: {
    isSecond: ({ context }) => context.methods !== null,
    isTyped: ({ context }) => context.code.trim() !== '',
    isPasskeyFirst: ({ context }) => context.method === 'passkey',
    choosesPasskey: ({ event }) => event.type === 'CHOOSE_METHOD' && event.method === 'passkey',
    usedRecovery: (_, { left }: { left: number | null }) => left !== null,
    isOver: (_, { status }: { status: number | null }) => status === 404 || status === 410,
  },
  actions: {
    keepMethods: assign(({ event }) =>
      event.type === 'ASKED' ? { methods: event.methods, method: event.methods[0] ?? 'totp', problem: null } : {},
    ),
    choose: assign(({ event }) =>
      event.type === 'CHOOSE_METHOD' ? { method: event.method, code: '', problem: null } : {},
    ),
    change: assign(({ event }) => (event.type === 'CHANGE' ? { code: event.code, problem: null } : {})),
    clear: assign({ problem: null }),
    /** A code works once, so it is not kept. */
    say: assign((_, { message }: { message: string }) => ({ problem: message, code: '' })),
    sayUntyped: assign(({ context }) => ({
      problem:
        context.method === 'recovery'
          ? 'Enter one of your recovery codes.'
          : 'Enter the 6 digits that your authenticator app shows.',
    })),
    keepAnswer: assign((_, { redirectTo, left }: CodeAnswer) => ({ redirectTo, left: left ?? 0, code: '' })),
    forgetAccount: assign({ methods: null, code: '', problem: null }),
    /** Leads the browser on. */
    leave: (_, _to: { redirectTo: string }) => {},
  },
})

const thrown = ({ event }: { event: { error: unknown } }) => ({ message: messageOf(event.error) })
const statusOf = ({ event }: { event: { error: unknown } }) => ({
  status: failureOf('session.second-step', event.error).status,
})
const over = { guard: { type: 'isOver', params: statusOf }, target: 'over' } as const
const say = { type: 'say', params: thrown } as const

/** A sign-in at the embedded provider: the password, or a passkey alone; then the second step where the account has one. */
export const secondStepMachine = toolkit.createMachine({
  id: 'secondStep',
  context: ({ input: { methods } }) => ({
    methods,
    method: methods?.[0] ?? 'totp',
    code: '',
    problem: null,
    left: 0,
    redirectTo: '',
  }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isSecond', target: 'choosing' }, 'password'] },
    /** The form of the page asks for email and password. */
    password: {
      tags: 'password',
      on: {
        ASKED: { target: 'choosing', actions: 'keepMethods' },
        CONNECT: { target: 'signing', actions: 'clear' },
      },
    },
    choosing: { always: [{ guard: 'isPasskeyFirst', target: 'passkey' }, 'code'] },
    code: {
      on: {
        CHANGE: { actions: 'change' },
        CHOOSE_METHOD: [{ guard: 'choosesPasskey', target: 'passkey', actions: 'choose' }, { actions: 'choose' }],
        NEXT: [{ guard: 'isTyped', target: 'checking', actions: 'clear' }, { actions: 'sayUntyped' }],
        BACK: { target: 'password', actions: 'forgetAccount' },
      },
    },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'checkCode',
        src: 'checkCode',
        input: ({ context: { method, code } }) => ({ method: method === 'recovery' ? 'recovery' : 'totp', code }),
        onDone: [
          {
            guard: { type: 'usedRecovery', params: ({ event }) => event.output },
            target: 'spent',
            actions: { type: 'keepAnswer', params: ({ event }) => event.output },
          },
          { target: 'leaving', actions: { type: 'keepAnswer', params: ({ event }) => event.output } },
        ],
        onError: [over, { target: 'code', actions: say }],
      },
    },
    passkey: {
      on: {
        CONNECT: { target: 'signing', actions: 'clear' },
        CHOOSE_METHOD: [
          { guard: 'choosesPasskey', actions: 'choose' },
          { target: 'code', actions: 'choose' },
        ],
        BACK: { target: 'password', actions: 'forgetAccount' },
      },
    },
    signing: {
      tags: 'busy',
      invoke: {
        id: 'sign',
        src: 'signWithPasskey',
        input: {},
        onDone: {
          target: 'leaving',
          actions: { type: 'keepAnswer', params: ({ event }) => ({ redirectTo: event.output, left: null }) },
        },
        onError: [over, { guard: 'isSecond', target: 'passkey', actions: say }, { target: 'password', actions: say }],
      },
    },
    /** Says how many recovery codes are left. */
    spent: { on: { NEXT: 'leaving' } },
    leaving: {
      tags: 'busy',
      entry: { type: 'leave', params: ({ context }) => ({ redirectTo: context.redirectTo }) },
      type: 'final',
    },
    over: { type: 'final' },
  },
})
