import type { Example } from '../chart/example.ts'
import { type NewFactorContext, newFactorMachine } from '../identity/new-factor.ts'
import { type SecondMethod, type SecondStepContext, secondStepMachine } from '../identity/second-step.ts'
import { CallError } from '../resource/failure.ts'

const refused = (status: number, message: string) => ({
  error: new CallError({
    operation: 'session.second-step',
    message,
    status,
    statusText: '',
    url: '',
    problems: [],
    body: null,
    at: 1,
  }),
})
const failures = [refused(401, 'The code is wrong.'), refused(410, 'This took too long.')]

const stepFrom = (methods: readonly SecondMethod[] | null): Example => ({
  machine: secondStepMachine,
  input: { methods },
  cases: {
    ASKED: [{ methods: ['totp', 'recovery'] }, { methods: ['passkey'] }],
    CHOOSE_METHOD: [{ method: 'passkey' }, { method: 'recovery' }],
    CHANGE: [{ code: '123456' }],
    'xstate.done.actor.checkCode': [
      { output: { redirectTo: '/on', left: null } },
      { output: { redirectTo: '/on', left: 9 } },
    ],
    'xstate.error.actor.checkCode': failures,
    'xstate.done.actor.sign': [{ output: '/on' }],
    'xstate.error.actor.sign': failures,
  },
  tells: ({ methods, method, problem, left, redirectTo }: SecondStepContext) => [
    methods,
    method,
    problem,
    left,
    redirectTo,
  ],
})

export const secondStep: readonly Example[] = [stepFrom(null), stepFrom(['totp', 'recovery'])]

const factorOf = (hasProof: boolean): Example => ({
  machine: newFactorMachine,
  input: { hasProof },
  cases: {
    CHOOSE_METHOD: [{ method: 'totp' }, { method: 'passkey' }],
    CHANGE: [
      { path: 'proof', value: 'my password' },
      { path: 'code', value: '123456' },
    ],
    'xstate.done.actor.begin': [{ output: { id: 'b', secret: 'MZXW6', uri: 'otpauth://totp/x' } }],
    'xstate.error.actor.begin': failures,
    'xstate.done.actor.confirm': [{ output: { codes: null } }, { output: { codes: ['a'] } }],
    'xstate.error.actor.confirm': failures,
    'xstate.done.actor.add': [{ output: { codes: null } }, { output: { codes: ['a'] } }],
    'xstate.error.actor.add': failures,
  },
  tells: ({ method, begun, codes, problem }: NewFactorContext) => [method, begun?.id, codes, problem],
})

export const newFactor: readonly Example[] = [factorOf(true), factorOf(false)]
