import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type AccountPreferences, preferencesFrom, preferencesMachine } from '../../../machines/preferences.ts'
import { deferred, heard } from '../deferred.ts'

describe('Preferences', () => {
  test('get their defaults, field by field, for invalid stored values', () => {
    const first = {
      theme: 'system',
      density: 'regular',
      singleKeys: true,
      timeZone: null,
      collapsed: false,
      landing: 'collections',
      favorites: [],
      keys: {},
    }
    for (const stored of [
      null,
      7,
      'x',
      {},
      { theme: 'pink', density: 3, singleKeys: 'no', collapsed: null, landing: 'x', favorites: 7 },
    ])
      expect(preferencesFrom(stored)).toEqual(first)
    expect(preferencesFrom({ theme: 'dark', density: 'x' })).toEqual({ ...first, theme: 'dark' })
  })

  test('are applied at the start, and stored and applied on a change', () => {
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

  const openFollowing = (stored: unknown = { theme: 'light', density: 'compact', collapsed: true }) => {
    const stores = deferred<void, { preferences: AccountPreferences }>()
    const actor = createActor(preferencesMachine.provide({ actors: { store: stores.logic } }), {
      input: { stored },
    }).start()
    return { actor, stores, now: () => actor.getSnapshot() }
  }

  test('are taken from the account after sign-in; missing values and those of the device stay', () => {
    const { actor, stores, now } = openFollowing()
    actor.send({ type: 'SET', theme: 'dark' })
    actor.send({
      type: 'FOLLOW',
      account: 'ada',
      preferences: { theme: 'system', time_zone: 'Europe/Vienna', favorite_projects: ['shop'] },
    })
    expect(now().context).toEqual({
      theme: 'system',
      density: 'compact',
      singleKeys: true,
      timeZone: 'Europe/Vienna',
      collapsed: true,
      landing: 'collections',
      favorites: ['shop'],
      keys: {},
      owner: 'ada',
      unstored: [],
    })
    expect(stores.calls).toHaveLength(0)
  })

  test('are stored with the account from then on, the newest last; the collapsed sidebar stays on the device', async () => {
    const { actor, stores, now } = openFollowing()
    actor.send({ type: 'FOLLOW', account: 'ada', preferences: {} })
    actor.send({ type: 'SET', collapsed: false })
    expect(stores.calls).toHaveLength(0)
    actor.send({ type: 'SET', theme: 'dark' })
    expect(stores.last().input.preferences).toEqual({ theme: 'dark' })
    // A second request beside the first could be carried out before it.
    actor.send({ type: 'SET', theme: 'light', singleKeys: false })
    expect(stores.calls).toHaveLength(1)
    stores.last().resolve()
    await heard()
    // What was not changed here may have been changed in another tab.
    expect(stores.last().input.preferences).toEqual({ theme: 'light', single_keys: false })
    stores.last().reject(new Error('No.'))
    await heard()
    expect([now().value, now().context.theme]).toEqual([{ following: 'settled' }, 'light'])
    // What could not be stored goes with the next change, and no reading of the account takes it back until then.
    actor.send({ type: 'FOLLOW', account: 'ada', preferences: { theme: 'dark', density: 'regular' } })
    expect([now().context.theme, now().context.density]).toEqual(['light', 'regular'])
    actor.send({ type: 'SET', landing: 'monitors' })
    expect(stores.last().input.preferences).toEqual({ theme: 'light', single_keys: false, landing: 'monitors' })
    stores.last().resolve()
    await heard()
    actor.send({ type: 'SET', density: 'compact' })
    expect(stores.last().input.preferences).toEqual({ density: 'compact' })
  })

  test('that a reload has cut off are stored with the account of their person, and with no other', () => {
    const before = openFollowing()
    before.actor.send({ type: 'FOLLOW', account: 'ada', preferences: {} })
    before.actor.send({ type: 'SET', keys: { 'monitor.run': 'y' } })
    before.actor.stop()
    const [ada, bob] = ['ada', 'bob'].map((account) => {
      const opened = openFollowing(JSON.parse(JSON.stringify(before.now().context)))
      opened.actor.send({ type: 'FOLLOW', account, preferences: { theme: 'dark', keys: {} } })
      return opened
    })
    expect(ada?.stores.last().input.preferences).toEqual({ keys: { 'monitor.run': 'y' } })
    expect(ada?.now().context).toMatchObject({ theme: 'dark', keys: { 'monitor.run': 'y' } })
    expect(bob?.stores.calls).toHaveLength(0)
    expect(bob?.now().context).toMatchObject({ theme: 'dark', keys: {}, unstored: [] })
  })
})
