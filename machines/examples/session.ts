import type { Example } from '../chart/example.ts'
import { connectionMachine } from '../connection.ts'
import { signInMachine } from '../identity/sign-in.ts'
import { lazyScreenMachine } from '../lazy-screen.ts'
import { navigationMachine } from '../navigation.ts'
import { pollMachine } from '../poll.ts'
import { preferencesMachine } from '../preferences.ts'

const error = new Error('Something is wrong.')
const user = {
  sub: 'auth|1',
  email: 'ada@example.com',
  nickname: 'ada',
  name: 'Ada',
  picture: null,
  created: null,
  permissions: [],
  org_ids: [],
}

export const navigation: readonly Example[] = [
  {
    machine: navigationMachine,
    input: { href: '/a' },
    cases: {
      GO: [{ href: '/a?q=1' }, { href: '/b', replace: true }],
      POPPED: [{ href: '/a' }, { href: '/b' }],
      DIRTIED: [{ what: 'a monitor' }],
    },
  },
]

const lazyCases = {
  'xstate.done.actor.load': [{ output: { default: 'a screen' } }],
  'xstate.error.actor.load': [{ error }],
  'xstate.done.actor.server': [{ output: undefined }],
  'xstate.error.actor.server': [{ error }],
}
const stillLoads: Example['happens'] = ({ value, context }, { type }) =>
  !type.endsWith('.actor.load') || (context.error === null && value !== 'shown' && value !== 'reloading')

export const lazyScreen: readonly Example[] = [false, true].map((mayReload) => ({
  machine: lazyScreenMachine.provide({ guards: { mayReload: () => mayReload } }),
  input: { screen: 'monitors' },
  cases: lazyCases,
  happens: stillLoads,
}))

const reached = [{ output: { version: '1' } }, { output: { version: '2' } }]

export const connection: readonly Example[] = [
  {
    machine: connectionMachine,
    input: { version: '1', now: () => 1 },
    cases: {
      'xstate.done.actor.probe': reached,
      'xstate.error.actor.probe': [{ error }],
      'xstate.done.actor.again': reached,
      'xstate.error.actor.again': [{ error }],
    },
    tells: ({ tries, nextAt, ...context }) => [Math.min(tries, 2), nextAt > 0, context.serverVersion, context.lostAt],
  },
]

export const poll: readonly Example[] = [{ machine: pollMachine, input: { everyMs: 5_000 } }]

export const signIn: readonly Example[] = [
  { cameBack: false, secure: true },
  { cameBack: true, secure: true, path: '/here' },
  { cameBack: false, secure: false },
].map((input) => ({
  machine: signInMachine,
  input,
  cases: {
    'xstate.done.actor.complete': [{ output: { target: '/monitors' } }, { output: { target: null } }],
    'xstate.error.actor.complete': [{ error }],
    'xstate.done.actor.read': [
      { output: { user } },
      { output: { user: null } },
      { output: { user: { ...user, sub: 'auth|2', email: 'bob@example.com' } } },
    ],
    'xstate.error.actor.read': [{ error }],
    'xstate.error.actor.leave': [{ error }],
    SIGN_IN: [{ target: '/monitors', hint: 'ada@example.com' }, {}],
    SIGN_IN_AGAIN: [{ target: '/monitors' }],
  },
  // The page is gone before navigation to the provider ends.
  happens: ({ context }, { type }) => type !== 'xstate.done.actor.leave' || context.leavingTo === 'sign-out',
}))

/** The second begins with a change that a reload has cut off. */
export const preferences: readonly Example[] = [null, { owner: 'auth|1', unstored: ['theme'], theme: 'dark' }].map(
  (stored) => ({
    machine: preferencesMachine,
    input: { stored },
    cases: {
      SET: [{ theme: 'dark' }, { singleKeys: false }, { collapsed: true }, { keys: { 'monitor.run': 'y' } }],
      FOLLOW: [{ account: 'auth|1', preferences: { density: 'compact', time_zone: 'Europe/Vienna' } }],
      'xstate.done.actor.store': [{ output: undefined }],
      'xstate.error.actor.store': [{ error }],
    },
  }),
)
