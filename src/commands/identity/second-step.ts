import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'

const isSigningIn = ({ place }: World): boolean => place?.name === 'interaction'

const METHODS = [
  { value: 'totp', note: 'the code of an authenticator app' },
  { value: 'passkey', note: 'a fingerprint, a face, or a security key' },
  { value: 'recovery', note: 'one of the recovery codes that you stored' },
] as const

/** The steps of a sign-in after the password, and a sign-in with a passkey alone. */
export const secondStepCommands = [
  command({
    id: 'session.second-step',
    words: 'check sign-in-code',
    title: 'Continue',
    pending: 'Checking',
    effect: 'write',
    hidden: true,
    publicToo: true,
    when: isSigningIn,
    args: {},
    writes: ['session.second-step'],
    run: (_, world) => world.send('screen', { type: 'NEXT' }),
  }),
  command({
    id: 'session.passkey',
    words: 'sign in-with-passkey',
    title: 'Sign in with a passkey',
    pending: 'Waiting for your passkey',
    effect: 'write',
    hidden: true,
    publicToo: true,
    when: isSigningIn,
    args: {},
    writes: ['session.passkey-options', 'session.passkey'],
    run: (_, world) => world.send('screen', { type: 'CONNECT' }),
  }),
  command({
    id: 'session.choose-method',
    words: 'choose sign-in-method',
    title: 'Use another method',
    hidden: true,
    publicToo: true,
    when: isSigningIn,
    args: { method: "'totp' | 'passkey' | 'recovery'" },
    choices: { method: () => METHODS },
    prompts: { method: 'With which method?' },
    run: ({ method }, world) => world.send('screen', { type: 'CHOOSE_METHOD', method }),
  }),
  command({
    id: 'session.other-account',
    words: 'restart sign-in',
    title: 'Use another account',
    hidden: true,
    publicToo: true,
    when: isSigningIn,
    args: {},
    run: (_, world) => world.send('screen', { type: 'BACK' }),
  }),
  command({
    id: 'session.renew',
    words: 'sign in-again',
    title: 'Sign in again',
    pending: 'Redirecting',
    icon: 'person',
    args: { 'target?': 'string' },
    prompts: { target: 'Where to go after signing in?' },
    run: ({ target }, world) => world.send('sign-in', { type: 'SIGN_IN_AGAIN', target: target ?? '/' }),
  }),
]
