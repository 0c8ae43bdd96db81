import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { type Departure, signInMachine, type UserProfile } from '../../../machines/identity/sign-in.ts'
import { FAILED_TEXT, lazyScreenMachine, QUIET_MS, TIMEOUT_MS, WAITING_TEXT } from '../../../machines/lazy-screen.ts'
import { navigationMachine, pathOf } from '../../../machines/navigation.ts'
import { type AccountPreferences, preferencesFrom, preferencesMachine } from '../../../machines/preferences.ts'
import { deferred, heard } from '../deferred.ts'

const openNavigation = (href = '/a') => {
  const did: string[] = []
  const actor = createActor(
    navigationMachine.provide({
      actions: {
        push: (_, to) => {
          did.push(`${to.replace ? 'replace' : 'push'} ${to.href}`)
        },
        restore: (_, to) => {
          did.push(`restore ${to.href}`)
        },
        announce: (_, at) => {
          did.push(`announce ${at.href}`)
        },
      },
    }),
    { input: { href } },
  ).start()
  return { actor, did, at: () => actor.getSnapshot().context.href }
}

describe('Navigation', () => {
  test('goes where it is asked to, and follows where the browser went by itself', () => {
    const { actor, did, at } = openNavigation()
    actor.send({ type: 'GO', href: '/b' })
    actor.send({ type: 'GO', href: '/c', replace: true })
    actor.send({ type: 'POPPED', href: '/a' })
    expect(at()).toBe('/a')
    expect(did).toEqual(['push /b', 'announce /b', 'replace /c', 'announce /c', 'announce /a'])
  })

  test('the address one is at already gets no second entry', () => {
    const { actor, did } = openNavigation()
    actor.send({ type: 'GO', href: '/a' })
    expect(did).toEqual(['replace /a', 'announce /a'])
  })

  test('asks before unsaved work is left, and goes or stays as one says', () => {
    const { actor, did, at } = openNavigation()
    actor.send({ type: 'DIRTIED', what: 'a monitor' })
    actor.send({ type: 'GO', href: '/b' })
    expect(actor.getSnapshot().hasTag('asking')).toBe(true)
    expect([at(), did]).toEqual(['/a', []])
    actor.send({ type: 'STAY' })
    expect(actor.getSnapshot().context).toEqual({ href: '/a', dirty: { what: 'a monitor' }, wanted: null })
    actor.send({ type: 'GO', href: '/b' })
    actor.send({ type: 'LEAVE' })
    expect(actor.getSnapshot().context).toEqual({ href: '/b', dirty: null, wanted: null })
    expect(did).toEqual(['push /b', 'announce /b'])
  })

  test('another filter of the same path leaves nothing behind, so nobody is asked', () => {
    const { actor, did } = openNavigation('/a?q=1')
    actor.send({ type: 'DIRTIED', what: 'a monitor' })
    actor.send({ type: 'GO', href: '/a/?q=2#x' })
    expect(did).toEqual(['push /a/?q=2#x', 'announce /a/?q=2#x'])
    expect(['/a/?x', '/a#x', '/', ''].map(pathOf)).toEqual(['/a', '/a', '/', ''])
  })

  test('when the browser goes back by itself, the address is put back while one is asked', () => {
    const { actor, did } = openNavigation('/b')
    actor.send({ type: 'DIRTIED', what: 'a monitor' })
    actor.send({ type: 'POPPED', href: '/a' })
    // Putting it back may be told as going somewhere, too.
    actor.send({ type: 'POPPED', href: '/b' })
    expect(did).toEqual(['restore /b'])
    actor.send({ type: 'LEAVE' })
    expect(did).toEqual(['restore /b', 'push /a', 'announce /a'])
  })

  test('work that is saved while one is asked lets one go', () => {
    const { actor, at } = openNavigation()
    actor.send({ type: 'DIRTIED', what: 'a monitor' })
    actor.send({ type: 'GO', href: '/b' })
    actor.send({ type: 'CLEANED' })
    expect(at()).toBe('/b')
  })
})

const openScreen = (mayReload: boolean) => {
  const load = deferred<unknown, { screen: string }>()
  const clock = new SimulatedClock()
  const did: string[] = []
  const actor = createActor(
    lazyScreenMachine.provide({
      actors: { load: load.logic },
      guards: { mayReload: () => mayReload },
      actions: {
        reload: () => {
          did.push('reload')
        },
      },
    }),
    { clock, input: { screen: 'monitors' } },
  ).start()
  return { actor, clock, load, did, now: () => actor.getSnapshot().value }
}

describe('A lazy screen', () => {
  test('has the times and words of the specification', () => {
    expect([QUIET_MS, TIMEOUT_MS, WAITING_TEXT]).toEqual([2_000, 30_000, 'Loading...'])
    expect(FAILED_TEXT).toBe('There was a problem loading this page. Please try reloading it.')
  })

  test('shows nothing, then a spinner, then the failure, at those times', () => {
    const { clock, now } = openScreen(false)
    clock.increment(QUIET_MS - 1)
    expect(now()).toBe('quiet')
    clock.increment(1)
    expect(now()).toBe('waiting')
    clock.increment(TIMEOUT_MS - QUIET_MS - 1)
    expect(now()).toBe('waiting')
    clock.increment(1)
    expect(now()).toBe('failed')
  })

  test('that comes after the failure was told is still shown', async () => {
    const { actor, clock, load, now } = openScreen(false)
    clock.increment(QUIET_MS)
    clock.increment(TIMEOUT_MS)
    load.last().resolve('a screen')
    await heard()
    expect([now(), actor.getSnapshot().context.screen]).toEqual(['shown', 'a screen'])
  })

  test('whose code is gone reloads the page where that may help, and else says so', async () => {
    const helped = openScreen(true)
    helped.load.last().reject(new Error('404'))
    await heard()
    expect([helped.now(), helped.did]).toEqual(['reloading', ['reload']])
    const told = openScreen(false)
    told.load.last().reject(new Error('404'))
    await heard()
    expect([told.now(), told.did]).toEqual(['failed', []])
    told.actor.send({ type: 'RETRY' })
    expect([told.now(), told.load.calls.length]).toEqual(['quiet', 2])
    told.load.last().resolve('a screen')
    await heard()
    expect(told.now()).toBe('shown')
  })
})

const ada: UserProfile = {
  sub: 'auth|1',
  email: 'ada@example.com',
  nickname: 'ada',
  name: 'Ada',
  picture: null,
  created: null,
  permissions: [],
  org_ids: [],
}

const openSignIn = (input: { cameBack: boolean; secure: boolean; path?: string }) => {
  const complete = deferred<{ target: string | null }, object>()
  const read = deferred<{ user: UserProfile | null }, object>()
  const leave = deferred<void, Departure>()
  const did: string[] = []
  const actor = createActor(
    signInMachine.provide({
      actors: { completeRedirect: complete.logic, readSession: read.logic, leave: leave.logic },
      actions: {
        warn: (_, { message }) => {
          did.push(`warn ${message}`)
        },
        goTo: (_, { href }) => {
          did.push(`go to ${href}`)
        },
      },
    }),
    { input },
  ).start()
  const session = async (user: UserProfile | null) => {
    read.last().resolve({ user })
    await heard()
  }
  return { actor, complete, read, leave, did, session, now: () => actor.getSnapshot().value }
}

describe('Signing in', () => {
  test('an answer of the provider is completed only where it is an answer to this browser', async () => {
    const stranger = openSignIn({ cameBack: false, secure: true })
    expect([stranger.now(), stranger.complete.calls.length]).toEqual(['reading', 0])
    const ours = openSignIn({ cameBack: true, secure: true, path: '/here' })
    expect(ours.now()).toBe('completing')
    ours.complete.last().resolve({ target: '/monitors' })
    await heard()
    await ours.session(ada)
    expect([ours.now(), ours.did]).toEqual(['signedIn', ['go to /monitors']])
    const nowhere = openSignIn({ cameBack: true, secure: true, path: '/here' })
    nowhere.complete.last().resolve({ target: null })
    await heard()
    expect(nowhere.did).toEqual(['go to /here'])
  })

  test('a failed answer is kept as the error, and warned of, and the session is read all the same', async () => {
    const { actor, complete, did, session } = openSignIn({ cameBack: true, secure: true })
    complete.last().reject(new Error('Invalid state'))
    await heard()
    await session(null)
    expect(actor.getSnapshot().value).toBe('signedOut')
    expect(actor.getSnapshot().context.error?.message).toBe('Invalid state')
    expect(did).toEqual(['warn Invalid state'])
  })

  test('without https nothing is tried', () => {
    const { now, read } = openSignIn({ cameBack: true, secure: false })
    expect([now(), read.calls.length]).toEqual(['insecure', 0])
  })

  test('leaves with the target and the hint, and back in the page the session is read anew', async () => {
    const { actor, leave, session, now } = openSignIn({ cameBack: false, secure: true })
    await session(null)
    actor.send({ type: 'SIGN_IN', target: '/monitors', hint: 'ada@example.com' })
    expect(leave.last().input).toEqual({ to: 'sign-in', target: '/monitors', hint: 'ada@example.com' })
    leave.last().resolve()
    await heard()
    expect(now()).toBe('leaving')
    actor.send({ type: 'RETRY' })
    expect(now()).toBe('reading')
  })

  test('a session that ended by itself is signed out, and says that it expired', async () => {
    const { actor, session, now } = openSignIn({ cameBack: false, secure: true })
    await session(ada)
    actor.send({ type: 'EXPIRED' })
    expect([now(), actor.getSnapshot().context.expired, actor.getSnapshot().context.user]).toEqual([
      'signedOut',
      true,
      null,
    ])
  })

  test('who could not sign out is still signed in', async () => {
    const { actor, leave, session, now } = openSignIn({ cameBack: false, secure: true })
    await session(ada)
    actor.send({ type: 'SIGN_OUT' })
    expect(leave.last().input.to).toBe('sign-out')
    leave.last().reject(new Error('No.'))
    await heard()
    expect([now(), actor.getSnapshot().context.user?.sub]).toEqual(['signedIn', 'auth|1'])
  })
})

describe('Preferences', () => {
  test('what was stored and cannot be understood is as at first, field by field', () => {
    const first = { theme: 'system', density: 'regular', singleKeys: true, timeZone: null, collapsed: false }
    for (const stored of [null, 7, 'x', {}, { theme: 'pink', density: 3, singleKeys: 'no', collapsed: null }])
      expect(preferencesFrom(stored)).toEqual(first)
    expect(preferencesFrom({ theme: 'dark', density: 'x' })).toEqual({ ...first, theme: 'dark' })
  })

  test('a change is kept and applied; what there was at the start is applied', () => {
    const did: string[] = []
    const actor = createActor(
      preferencesMachine.provide({
        actions: {
          keep: ({ context }) => {
            did.push(`keep ${context.theme}`)
          },
          apply: ({ context }) => {
            did.push(`apply ${context.theme}`)
          },
        },
      }),
      { input: { stored: { theme: 'light' } } },
    ).start()
    actor.send({ type: 'SET', theme: 'dark' })
    expect(did).toEqual(['apply light', 'keep dark', 'apply dark'])
  })

  const openFollowing = () => {
    const stores = deferred<void, { preferences: AccountPreferences }>()
    const actor = createActor(preferencesMachine.provide({ actors: { store: stores.logic } }), {
      input: { stored: { theme: 'light', density: 'compact', collapsed: true } },
    }).start()
    return { actor, stores, now: () => actor.getSnapshot() }
  }

  test('who comes in finds them as their account says; what it does not say, and what is the device’s, stays', () => {
    const { actor, stores, now } = openFollowing()
    actor.send({ type: 'SET', theme: 'dark' })
    actor.send({ type: 'FOLLOW', preferences: { theme: 'system', time_zone: 'Europe/Vienna' } })
    expect(now().context).toEqual({
      theme: 'system',
      density: 'compact',
      singleKeys: true,
      timeZone: 'Europe/Vienna',
      collapsed: true,
    })
    expect(stores.calls).toHaveLength(0)
  })

  test('from then on each change goes to the account, the newest last; a fold of the sidebar stays on the device', async () => {
    const { actor, stores, now } = openFollowing()
    actor.send({ type: 'FOLLOW', preferences: {} })
    actor.send({ type: 'SET', collapsed: false })
    expect(stores.calls).toHaveLength(0)
    actor.send({ type: 'SET', theme: 'dark' })
    actor.send({ type: 'SET', singleKeys: false })
    expect(stores.last().input.preferences).toEqual({
      theme: 'dark',
      density: 'compact',
      single_keys: false,
      time_zone: null,
    })
    stores.last().reject(new Error('No.'))
    await heard()
    expect([now().value, now().context.theme]).toEqual([{ following: 'settled' }, 'dark'])
  })
})
