import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { type ProviderRedirect, signInMachine, type UserProfile } from '../../../machines/identity/sign-in.ts'
import { FAILED_TEXT, lazyScreenMachine, QUIET_MS, TIMEOUT_MS, WAITING_TEXT } from '../../../machines/lazy-screen.ts'
import { navigationMachine, pathOf, SHOWN_ONCE } from '../../../machines/navigation.ts'
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
  test('a secret that is shown once holds every change of the address but that of the fragment', () => {
    const { actor, at } = openNavigation('/new?type=webhook')
    actor.send({ type: 'DIRTIED', what: SHOWN_ONCE })
    actor.send({ type: 'GO', href: '/new?type=webhook#main' })
    expect(at()).toBe('/new?type=webhook#main')
    actor.send({ type: 'POPPED', href: '/new' })
    expect(actor.getSnapshot().value).toBe('asking')
    actor.send({ type: 'STAY' })
    expect(at()).toBe('/new?type=webhook#main')
    actor.send({ type: 'CLEANED' })
    actor.send({ type: 'DIRTIED', what: 'a form' })
    actor.send({ type: 'POPPED', href: '/new' })
    expect(at()).toBe('/new')
  })

  test("goes to requested addresses, and follows the browser's own navigation", () => {
    const { actor, did, at } = openNavigation()
    actor.send({ type: 'GO', href: '/b' })
    actor.send({ type: 'GO', href: '/c', replace: true })
    actor.send({ type: 'POPPED', href: '/a' })
    expect(at()).toBe('/a')
    expect(did).toEqual(['push /b', 'announce /b', 'replace /c', 'announce /c', 'announce /a'])
  })

  test('adds no second history entry for the current address', () => {
    const { actor, did } = openNavigation()
    actor.send({ type: 'GO', href: '/a' })
    expect(did).toEqual(['replace /a', 'announce /a'])
  })

  test('asks before leaving unsaved work, then leaves or stays', () => {
    const { actor, did, at } = openNavigation()
    actor.send({ type: 'DIRTIED', what: 'a monitor' })
    actor.send({ type: 'GO', href: '/b' })
    expect(actor.getSnapshot().hasTag('asking')).toBe(true)
    expect([at(), did]).toEqual(['/a', []])
    actor.send({ type: 'STAY' })
    expect(actor.getSnapshot().context).toEqual({
      href: '/a',
      isOwn: false,
      dirty: { what: 'a monitor' },
      wanted: null,
    })
    actor.send({ type: 'GO', href: '/b' })
    actor.send({ type: 'LEAVE' })
    expect(actor.getSnapshot().context).toEqual({ href: '/b', isOwn: true, dirty: null, wanted: null })
    expect(did).toEqual(['push /b', 'announce /b'])
  })

  test('does not ask for another filter of the same path', () => {
    const { actor, did } = openNavigation('/a?q=1')
    actor.send({ type: 'DIRTIED', what: 'a monitor' })
    actor.send({ type: 'GO', href: '/a/?q=2#x' })
    expect(did).toEqual(['push /a/?q=2#x', 'announce /a/?q=2#x'])
    expect(['/a/?x', '/a#x', '/', ''].map(pathOf)).toEqual(['/a', '/a', '/', ''])
  })

  test('restores the address while asking, when the browser went back by itself', () => {
    const { actor, did } = openNavigation('/b')
    actor.send({ type: 'DIRTIED', what: 'a monitor' })
    actor.send({ type: 'POPPED', href: '/a' })
    // Restoring may be reported as navigation, too.
    actor.send({ type: 'POPPED', href: '/b' })
    expect(did).toEqual(['restore /b'])
    actor.send({ type: 'LEAVE' })
    expect(did).toEqual(['restore /b', 'push /a', 'announce /a'])
  })

  test('continues when the work is saved while asking', () => {
    const { actor, at } = openNavigation()
    actor.send({ type: 'DIRTIED', what: 'a monitor' })
    actor.send({ type: 'GO', href: '/b' })
    actor.send({ type: 'CLEANED' })
    expect(at()).toBe('/b')
  })
})

const openScreen = (mayReload: boolean) => {
  const load = deferred<unknown, { screen: string }>()
  const server = deferred<void, object>()
  const clock = new SimulatedClock()
  const did: string[] = []
  const actor = createActor(
    lazyScreenMachine.provide({
      actors: { load: load.logic, server: server.logic },
      guards: { mayReload: () => mayReload },
      actions: {
        reload: () => {
          did.push('reload')
        },
      },
    }),
    { clock, input: { screen: 'monitors' } },
  ).start()
  return { actor, clock, load, server, did, now: () => actor.getSnapshot().value }
}

describe('A lazy screen', () => {
  test('has the times and texts of the specification', () => {
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

  test('still shows when it loads after the failure', async () => {
    const { actor, clock, load, now } = openScreen(false)
    clock.increment(QUIET_MS)
    clock.increment(TIMEOUT_MS)
    load.last().resolve('a screen')
    await heard()
    expect([now(), actor.getSnapshot().context.screen]).toEqual(['shown', 'a screen'])
  })

  test('reloads the page for a missing chunk if that may help, once the server has answered; otherwise shows the failure', async () => {
    const helped = openScreen(true)
    helped.load.last().reject(new Error('404'))
    await heard()
    expect([helped.now(), helped.did]).toEqual(['unanswered', []])
    expect(helped.actor.getSnapshot().hasTag('failed')).toBe(true)
    helped.server.last().resolve()
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
  const leave = deferred<void, ProviderRedirect>()
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

describe('Sign-in', () => {
  test('completes a response of the provider only if it is for this browser', async () => {
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

  test('keeps the error of a failed response, warns, and still reads the session', async () => {
    const { actor, complete, did, session } = openSignIn({ cameBack: true, secure: true })
    complete.last().reject(new Error('Invalid state'))
    await heard()
    await session(null)
    expect(actor.getSnapshot().value).toBe('signedOut')
    expect(actor.getSnapshot().context.error?.message).toBe('Invalid state')
    expect(did).toEqual(['warn Invalid state'])
  })

  test('does nothing without https', () => {
    const { now, read } = openSignIn({ cameBack: true, secure: false })
    expect([now(), read.calls.length]).toEqual(['insecure', 0])
  })

  test('leaves with target and hint, and reads the session again when the page is restored', async () => {
    const { actor, leave, session, now } = openSignIn({ cameBack: false, secure: true })
    await session(null)
    actor.send({ type: 'SIGN_IN', target: '/monitors', hint: 'ada@example.com' })
    expect(leave.last().input).toEqual({ to: 'sign-in', again: false, target: '/monitors', hint: 'ada@example.com' })
    leave.last().resolve()
    await heard()
    expect(now()).toBe('leaving')
    actor.send({ type: 'RETRY' })
    expect(now()).toBe('reading')
  })

  test('signs in again although there is a session, and keeps it where that fails', async () => {
    const { actor, leave, session, now } = openSignIn({ cameBack: false, secure: true })
    await session(ada)
    actor.send({ type: 'SIGN_IN_AGAIN', target: '/monitors' })
    expect(leave.last().input).toEqual({ to: 'sign-in', again: true, target: '/monitors', hint: ada.email })
    leave.last().reject(new Error('no'))
    await heard()
    expect(now()).toBe('signedIn')
  })

  test('keeps the person whose session expired until they sign in again', async () => {
    const { actor, leave, session, now } = openSignIn({ cameBack: false, secure: true })
    await session(ada)
    actor.send({ type: 'EXPIRED' })
    expect([now(), actor.getSnapshot().context.expired, actor.getSnapshot().context.user]).toEqual([
      'expired',
      true,
      ada,
    ])
    actor.send({ type: 'SIGN_IN', target: '/here' })
    leave.last().reject(new Error('No.'))
    await heard()
    expect(now()).toBe('expired')
  })

  test('stays signed in if the sign-out failed', async () => {
    const { actor, leave, session, now } = openSignIn({ cameBack: false, secure: true })
    await session(ada)
    actor.send({ type: 'SIGN_OUT' })
    expect(leave.last().input.to).toBe('sign-out')
    leave.last().reject(new Error('No.'))
    await heard()
    expect([now(), actor.getSnapshot().context.user?.sub]).toEqual(['signedIn', 'auth|1'])
  })
})
