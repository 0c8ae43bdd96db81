import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { draftMachine, keptDraft, StaleSave, shownProblems, unconfirmedSave } from '../../../machines/draft.ts'
import { isEqual, leafPaths, withPath } from '../../../machines/draft-path.ts'
import { CallError } from '../../../machines/resource/failure.ts'
import { deferred, heard } from '../deferred.ts'

describe('A draft', () => {
  type Draft = { name: string; tags: string[] }
  const problemsOf = (draft: unknown) =>
    (draft as Draft).name === '' ? [{ field: 'name', message: 'A name is needed.' }] : []
  const base: Draft = { name: 'checkout', tags: ['a'] }
  const openDraft = (more: object = {}) => {
    const save = deferred<unknown, { draft: unknown; base: unknown; version: unknown }>()
    const did: string[] = []
    const actor = createActor(
      draftMachine.provide({
        actors: { save: save.logic },
        actions: {
          keep: ({ context }) => {
            did.push(`keep ${(context.draft as Draft).name}`)
          },
          forget: () => {
            did.push('forget')
          },
        },
      }),
      { input: { base, problemsOf, ...more } },
    ).start()
    const change = (path: string, value: unknown) => actor.send({ type: 'CHANGE', path, value })
    const now = () => actor.getSnapshot()
    return {
      actor,
      save,
      did,
      change,
      now,
      shown: () => shownProblems(actor.getSnapshot().context).map(({ message }) => message),
    }
  }

  test('is dirty while it differs from the stored object, and is kept as long', () => {
    const { change, now, did } = openDraft()
    did.length = 0
    change('tags[0]', 'b')
    expect([now().value, now().context.draft, now().context.base]).toEqual([
      'dirty',
      { name: 'checkout', tags: ['b'] },
      base,
    ])
    change('tags[0]', 'a')
    expect([now().value, did]).toEqual(['clean', ['keep checkout', 'keep checkout', 'forget']])
  })

  test('shows errors of fields that were left, then with each change', () => {
    const { actor, change, shown } = openDraft()
    change('name', '')
    expect(shown()).toEqual([])
    actor.send({ type: 'TOUCH', path: 'name' })
    expect(shown()).toEqual(['A name is needed.'])
    change('name', 'x')
    expect(shown()).toEqual([])
    change('name', '')
    expect(shown()).toEqual(['A name is needed.'])
  })

  test('accepts paths with brackets or dots', () => {
    const { actor, shown } = openDraft({ problemsOf: () => [{ field: 'tags[0]', message: 'A tag is too long.' }] })
    actor.send({ type: 'TOUCH', path: 'tags.0' })
    expect(shown()).toEqual(['A tag is too long.'])
  })

  test('with errors is not saved and shows them all', () => {
    const { actor, change, shown, save, now } = openDraft()
    change('name', '')
    actor.send({ type: 'SAVE' })
    expect([now().value, save.calls.length, shown()]).toEqual(['dirty', 0, ['A name is needed.']])
  })

  test('counts refused saves, so that each is shown; leaving a field is none', () => {
    const { actor, change, now } = openDraft()
    change('name', '')
    actor.send({ type: 'TOUCH', path: 'name' })
    expect(now().context.attempts).toBe(0)
    for (const attempts of [1, 2, 3]) {
      actor.send({ type: 'SAVE' })
      expect(now().context.attempts).toBe(attempts)
    }
    actor.send({ type: 'DISCARD' })
    expect(now().context.attempts).toBe(0)
  })

  test('without changes says so when it is saved; one that is stored with an error shows it', () => {
    const { actor, now } = openDraft()
    const told: string[] = []
    actor.on('unchanged', ({ type }) => told.push(type))
    actor.send({ type: 'SAVE' })
    expect([told, now().value, now().context.attempts]).toEqual([['unchanged'], 'clean', 0])
    const wrong = openDraft({ base: { name: '', tags: [] } })
    wrong.actor.send({ type: 'SAVE' })
    expect([wrong.shown(), wrong.now().context.attempts]).toEqual([['A name is needed.'], 1])
  })

  test('makes the saved object its base, and changes made meanwhile the next draft', async () => {
    const { actor, change, save, now } = openDraft()
    change('name', 'one')
    actor.send({ type: 'SAVE' })
    save.last().resolve({ name: 'One', tags: [] })
    await heard()
    expect([now().value, now().context.draft]).toEqual(['clean', { name: 'One', tags: [] }])
    change('name', 'two')
    actor.send({ type: 'SAVE' })
    change('name', 'three')
    expect(now().value).toBe('saving')
    save.last().resolve({ name: 'two', tags: [] })
    await heard()
    expect([now().value, now().context.draft, now().context.base]).toEqual([
      'dirty',
      { name: 'three', tags: [] },
      { name: 'two', tags: [] },
    ])
  })

  test("shows the server's field errors until the field changes, and can be saved again", async () => {
    const { actor, change, save, now, shown } = openDraft()
    change('name', 'taken')
    actor.send({ type: 'SAVE' })
    const problems = [{ field: 'name', message: 'The name is taken.' }]
    const failure = {
      operation: 'monitor.update',
      message: 'No.',
      status: 409,
      statusText: '',
      url: '',
      problems,
      body: null,
      at: 1,
    }
    save.last().reject(new CallError(failure))
    await heard()
    expect([now().value, now().context.saveError, shown()]).toEqual(['failed', failure, ['The name is taken.']])
    change('tags[0]', 'b')
    expect(shown()).toEqual(['The name is taken.'])
    change('name', 'free')
    expect(shown()).toEqual([])
    actor.send({ type: 'SAVE' })
    expect([now().value, save.calls.length]).toEqual(['saving', 2])
  })

  test('a save without an answer is no failure any more once the server is back, and is done if it was stored', async () => {
    const unanswered = new CallError({
      operation: 'monitor.update',
      message: 'The server did not answer.',
      status: null,
      statusText: '',
      url: '',
      problems: [],
      body: null,
      at: 1,
    })
    const { actor, change, save, now } = openDraft()
    change('name', 'new')
    actor.send({ type: 'SAVE' })
    save.last().reject(unanswered)
    await heard()
    expect([now().value, now().context.saveError]).toEqual(['failed', unanswered.failure])
    expect(unconfirmedSave(now().context)).toBeNull()
    actor.send({ type: 'SERVER_BACK' })
    expect(unconfirmedSave(now().context)).toBe('same')
    change('name', 'other')
    expect(unconfirmedSave(now().context)).toBe('changed')
    change('name', 'new')
    expect([now().value, now().context.saveError, now().context.draft]).toEqual([
      'dirty',
      null,
      { name: 'new', tags: ['a'] },
    ])
    actor.send({ type: 'LOADED', base: { name: 'new', tags: ['a'] } })
    expect([now().value, now().context.newer, unconfirmedSave(now().context)]).toEqual(['clean', null, null])
  })

  test('is replaced by a newer stored object while clean, and only remembers it while dirty', () => {
    const { actor, change, now } = openDraft()
    const theirs = { name: 'theirs', tags: [] }
    actor.send({ type: 'LOADED', base: theirs })
    expect(now().context.draft).toEqual(theirs)
    change('name', 'mine')
    actor.send({ type: 'LOADED', base: { name: 'newer', tags: [] } })
    expect([now().context.draft, now().context.newer]).toEqual([
      { name: 'mine', tags: [] },
      { name: 'newer', tags: [] },
    ])
    actor.send({ type: 'DISCARD' })
    expect([now().value, now().context.draft]).toEqual(['clean', { name: 'newer', tags: [] }])
  })

  test('is dirty when restored', () => {
    expect(openDraft({ kept: { name: 'kept', tags: [] } }).now().value).toBe('dirty')
  })

  describe('of an object that was changed elsewhere', () => {
    const theirs: Draft = { name: 'theirs', tags: [] }
    const reopened = (kept: unknown, loaded: object) => openDraft({ kept: JSON.parse(JSON.stringify(kept)), ...loaded })
    const keptOf = ({ now }: ReturnType<typeof openDraft>) => keptDraft(now().context)
    const stale = new StaleSave(
      {
        operation: 'workflow.update',
        message: 'It was changed.',
        status: 409,
        statusText: '',
        url: '',
        problems: [],
        body: null,
        at: 1,
      },
      { theirs, version: 'v2' },
    )

    test('is still noticed after a reload, and is saved over its own version only', () => {
      const before = openDraft({ version: 'v1' })
      before.change('name', 'mine')
      const { actor, save, now } = reopened(keptOf(before), { base: theirs, version: 'v2' })
      const { draft, base: opened, version, newer, newerVersion } = now().context
      expect([now().value, draft, opened, version]).toEqual(['dirty', { name: 'mine', tags: ['a'] }, base, 'v1'])
      expect([newer, newerVersion]).toEqual([theirs, 'v2'])
      actor.send({ type: 'SAVE' })
      expect([now().value, now().context.attempts, save.calls.length]).toEqual(['dirty', 1, 0])
      actor.send({ type: 'REPLACE' })
      expect(save.last().input).toEqual({ draft: { name: 'mine', tags: ['a'] }, base: theirs, version: 'v2' })
    })

    test('goes on after a reload where the same content is loaded, or where it is stored already', () => {
      const before = openDraft({ version: 'v1' })
      before.change('name', 'mine')
      const same = reopened(keptOf(before), { version: 'v2' })
      expect([same.now().value, same.now().context.newer]).toEqual(['dirty', null])
      same.actor.send({ type: 'SAVE' })
      expect(same.save.last().input.version).toBe('v2')
      const done = reopened(keptOf(before), { base: { name: 'mine', tags: ['a'] }, version: 'v2' })
      expect([done.now().value, done.now().context.newer]).toEqual(['clean', null])
    })

    test('begins a new object where it was left, whatever a new one begins with now', () => {
      const before = openDraft({ isNew: true })
      before.change('name', 'mine')
      const { now } = reopened(keptOf(before), { base: theirs, isNew: true })
      expect([now().context.draft, now().context.newer]).toEqual([{ name: 'mine', tags: ['a'] }, null])
    })

    test('offers the choice with the first refusal', async () => {
      const { actor, change, save, now } = openDraft({ version: 'v1' })
      change('name', 'mine')
      actor.send({ type: 'SAVE' })
      expect(save.last().input.version).toBe('v1')
      save.last().reject(stale)
      await heard()
      const { newer, newerVersion, saveError, attempts } = now().context
      expect([now().value, newer, newerVersion, saveError, attempts]).toEqual(['dirty', theirs, 'v2', null, 1])
      actor.send({ type: 'REPLACE' })
      expect(save.last().input.version).toBe('v2')
      save.last().resolve({ name: 'mine', tags: ['a'] })
      await heard()
      expect([now().value, now().context.newer]).toEqual(['clean', null])
      actor.send({ type: 'LOADED', base: { name: 'mine', tags: ['a'] }, version: 'v3' })
      change('name', 'again')
      actor.send({ type: 'SAVE' })
      expect(save.last().input.version).toBe('v3')
    })

    test('takes the newer version once nothing of the draft is left', () => {
      const { actor, change, now } = openDraft({ version: 'v1' })
      change('name', 'mine')
      actor.send({ type: 'LOADED', base: theirs, version: 'v2' })
      change('name', 'checkout')
      const { draft, newer, version } = now().context
      expect([now().value, draft, newer, version]).toEqual(['clean', theirs, null, 'v2'])
    })

    test('is as before once that change was taken back', () => {
      const { actor, change, now } = openDraft({ version: 'v1' })
      change('name', 'mine')
      actor.send({ type: 'LOADED', base: theirs, version: 'v2' })
      actor.send({ type: 'LOADED', base, version: 'v3' })
      expect([now().value, now().context.newer, now().context.version]).toEqual(['dirty', null, 'v3'])
    })
  })

  test('of a new object may be saved unchanged', () => {
    const old = openDraft()
    old.actor.send({ type: 'SAVE' })
    expect(old.save.calls.length).toBe(0)
    const fresh = openDraft({ isNew: true })
    fresh.actor.send({ type: 'SAVE' })
    expect(fresh.save.calls.length).toBe(1)
  })

  test('a new one that is stored says so once nothing is unsaved, and is not stored twice', async () => {
    const { actor, change, save, now } = openDraft({ isNew: true })
    const announced: unknown[] = []
    actor.on('saved', ({ stored }) => announced.push([stored, now().value, now().hasTag('dirty')]))
    change('name', 'one')
    actor.send({ type: 'SAVE' })
    save.last().resolve({ name: 'One', tags: [] })
    await heard()
    expect(announced).toEqual([[{ name: 'One', tags: [] }, 'saved', false]])
    actor.send({ type: 'SAVE' })
    expect(save.calls.length).toBe(1)
  })

  test('a new one that is discarded is still new: it can be saved as it began', () => {
    const { actor, change, save } = openDraft({ isNew: true })
    change('name', 'one')
    actor.send({ type: 'DISCARD' })
    actor.send({ type: 'SAVE' })
    expect(save.calls.length).toBe(1)
  })

  test('one that was there before stays open when it is stored', async () => {
    const { actor, change, save } = openDraft()
    const announced: unknown[] = []
    actor.on('saved', (event) => announced.push(event))
    change('name', 'one')
    actor.send({ type: 'SAVE' })
    save.last().resolve({ name: 'One', tags: [] })
    await heard()
    expect(announced).toEqual([])
  })

  test('changes only the value at a path', () => {
    const value = fc.object({ maxDepth: 3, values: [fc.integer(), fc.string()], key: fc.constantFrom('a', 'b', 'c') })
    fc.assert(
      fc.property(value, fc.nat(), (whole, at) => {
        const paths = leafPaths(whole)
        const path = paths[at % Math.max(1, paths.length)]
        if (path === undefined || path === '') return
        const next = withPath(whole, path, 'changed')
        expect(withPath(next, path, undefined)).toEqual(withPath(whole, path, undefined))
        expect(isEqual(next, whole)).toBe(false)
        expect(isEqual(whole, structuredClone(whole))).toBe(true)
      }),
    )
    expect(isEqual({ a: undefined, b: [1] }, { b: [1] })).toBe(true)
    expect(isEqual({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
  })
})
