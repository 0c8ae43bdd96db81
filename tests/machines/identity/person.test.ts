import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { consoleMachine } from '../../../machines/console.ts'
import { type ListEvent, listMachine } from '../../../machines/list.ts'
import { TOAST_MS, toastsMachine } from '../../../machines/toasts.ts'
import { deferred, heard } from '../deferred.ts'

describe('The console', () => {
  const openConsole = () => {
    const perform = deferred<unknown, { line: string }>()
    const kept: string[] = []
    const actor = createActor(
      consoleMachine.provide({
        actors: { perform: perform.logic },
        guards: {
          isComplete: (_, { line }) => line !== '',
          isDestructive: (_, { line }) => line.startsWith('delete'),
          wordMatches: (_, { typed }) => typed === 'checkout',
        },
        actions: {
          remember: (_, { line }) => {
            kept.push(line)
          },
        },
      }),
    ).start()
    actor.send({ type: 'OPEN' })
    return { actor, perform, kept, line: () => actor.getSnapshot().context.line }
  }

  test('runs a line, remembers it and closes', async () => {
    const { actor, perform, kept } = openConsole()
    actor.send({ type: 'TYPE', line: 'run mon' })
    actor.send({ type: 'PICK', text: 'run monitor ' })
    actor.send({ type: 'SUBMIT' })
    expect(perform.last().input).toEqual({ line: 'run monitor ' })
    perform.last().resolve(null)
    await heard()
    expect([actor.getSnapshot().value, kept]).toEqual(['closed', ['run monitor ']])
  })

  test('stays open with a failed line and its error, until something else is typed', async () => {
    const { actor, perform, line } = openConsole()
    actor.send({ type: 'TYPE', line: 'run chekout' })
    actor.send({ type: 'SUBMIT' })
    perform.last().reject(new Error('No monitor is called chekout.'))
    await heard()
    expect([line(), actor.getSnapshot().context.problem]).toEqual(['run chekout', 'No monitor is called chekout.'])
    actor.send({ type: 'TYPE', line: 'run checkout' })
    expect(actor.getSnapshot().context.problem).toBeNull()
  })

  test('gives back a line that runs, and waits for it no longer', async () => {
    const { actor, perform, kept } = openConsole()
    actor.send({ type: 'TYPE', line: 'run checkout' })
    actor.send({ type: 'SUBMIT' })
    actor.send({ type: 'BACK', line: 'run checkout' })
    perform.last().resolve(null)
    await heard()
    const { value, context } = actor.getSnapshot()
    expect([value, kept]).toEqual([{ open: 'writing' }, []])
    expect(context).toMatchObject({
      line: 'run checkout',
      problem: expect.stringContaining('may still be carried out'),
    })
  })

  test('runs a destructive command only after its word was typed', () => {
    const { actor, perform, line } = openConsole()
    actor.send({ type: 'TYPE', line: 'delete monitor checkout' })
    actor.send({ type: 'SUBMIT' })
    actor.send({ type: 'CONFIRM' })
    actor.send({ type: 'WORD', typed: 'chekout' })
    actor.send({ type: 'CONFIRM' })
    expect([actor.getSnapshot().matches({ open: 'confirming' }), perform.calls.length]).toEqual([true, 0])
    actor.send({ type: 'WORD', typed: 'checkout' })
    actor.send({ type: 'KEEP' })
    expect(line()).toBe('delete monitor checkout')
    actor.send({ type: 'SUBMIT' })
    actor.send({ type: 'CONFIRM' })
    expect(perform.calls.length).toBe(0)
    actor.send({ type: 'WORD', typed: 'checkout' })
    actor.send({ type: 'CONFIRM' })
    expect(perform.calls.length).toBe(1)
  })

  test('runs several lines one after the other, and goes on from the one that was refused', async () => {
    const { actor, kept } = openConsole()
    const outright = deferred<unknown, { line: string; isOutright?: true }>()
    const several = createActor(
      consoleMachine.provide({
        actors: { perform: outright.logic },
        actions: { remember: (_, { line }) => void kept.push(line) },
      }),
    ).start()
    actor.stop()
    several.send({ type: 'OPEN' })
    several.send({ type: 'PASTE', lines: ['only one'] })
    expect(several.getSnapshot().matches({ open: 'writing' })).toBe(true)
    several.send({ type: 'PASTE', lines: ['first', 'second', 'third'] })
    expect([several.getSnapshot().matches({ open: 'reviewing' }), outright.calls.length]).toEqual([true, 0])
    several.send({ type: 'SUBMIT' })
    outright.last().resolve(null)
    await heard()
    expect(outright.last().input).toEqual({ line: 'second', isOutright: true })
    outright.last().reject(new Error('No monitor is called chekout.'))
    await heard()
    expect(several.getSnapshot().context).toMatchObject({ done: 1, problem: 'No monitor is called chekout.' })
    several.send({ type: 'SUBMIT' })
    for (const line of ['second', 'third']) {
      expect(outright.last().input).toEqual({ line, isOutright: true })
      outright.last().resolve(null)
      await heard()
    }
    expect([several.getSnapshot().value, kept]).toEqual(['closed', ['first', 'second', 'third']])
  })

  test('leaves out the refused one of several lines, and no other', async () => {
    const outright = deferred<unknown, { line: string }>()
    const actor = createActor(consoleMachine.provide({ actors: { perform: outright.logic } })).start()
    actor.send({ type: 'OPEN' })
    actor.send({ type: 'PASTE', lines: ['first', 'second', 'third'] })
    actor.send({ type: 'SKIP' })
    expect(actor.getSnapshot().context.script).toEqual(['first', 'second', 'third'])
    for (const left of [['second', 'third'], ['third']]) {
      actor.send({ type: 'SUBMIT' })
      outright.last().reject(new Error('No.'))
      await heard()
      actor.send({ type: 'SKIP' })
      expect(actor.getSnapshot().context).toMatchObject({ script: left, done: 0, problem: null })
    }
    actor.send({ type: 'SUBMIT' })
    outright.last().reject(new Error('No.'))
    await heard()
    actor.send({ type: 'SKIP' })
    expect(actor.getSnapshot().matches({ open: 'writing' })).toBe(true)
  })

  test('replaces one of several lines by the one that is meant, but none that has run', async () => {
    const outright = deferred<unknown, { line: string }>()
    const actor = createActor(consoleMachine.provide({ actors: { perform: outright.logic } })).start()
    actor.send({ type: 'OPEN' })
    actor.send({ type: 'PASTE', lines: ['first', 'secnod', 'third'] })
    actor.send({ type: 'SUBMIT' })
    outright.last().resolve(null)
    await heard()
    outright.last().reject(new Error('No.'))
    await heard()
    for (const at of [0, 3]) actor.send({ type: 'MEND', at, line: 'other' })
    expect(actor.getSnapshot().context).toMatchObject({ script: ['first', 'secnod', 'third'], problem: 'No.' })
    actor.send({ type: 'MEND', at: 1, line: 'second' })
    expect(actor.getSnapshot().context).toMatchObject({ script: ['first', 'second', 'third'], problem: null, done: 1 })
  })

  test('without a parser treats no line as complete, and every line as destructive', () => {
    const actor = createActor(consoleMachine).start()
    actor.send({ type: 'OPEN', line: 'delete all' })
    actor.send({ type: 'SUBMIT' })
    expect(actor.getSnapshot().matches({ open: 'writing' })).toBe(true)
  })
})

describe('Cursor and selection of a list', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'nobody')
  const event: fc.Arbitrary<ListEvent> = fc.oneof(
    names.map((ids): ListEvent => ({ type: 'ROWS', ids })),
    fc.integer({ min: -3, max: 3 }).map((by): ListEvent => ({ type: 'MOVE', by })),
    fc.integer({ min: -3, max: 3 }).map((by): ListEvent => ({ type: 'EXTEND', by })),
    id.map((one): ListEvent => ({ type: 'TO', id: one })),
    id.map((one): ListEvent => ({ type: 'RANGE', id: one })),
    fc
      .option(id, { nil: undefined })
      .map((one): ListEvent => ({ type: 'TOGGLE', ...(one !== undefined && { id: one }) })),
    fc.constantFrom<ListEvent>({ type: 'ALL' }, { type: 'NONE' }),
  )
  const openList = (ids: readonly string[]) => {
    const actor = createActor(listMachine, { input: {} }).start()
    actor.send({ type: 'ROWS', ids })
    return {
      actor,
      now: () => actor.getSnapshot().context,
      chosen: () => [...actor.getSnapshot().context.selected].sort().join(''),
    }
  }

  test('are existing rows, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const { actor, now } = openList([])
        for (const one of events) {
          actor.send(one)
          const { ids, cursor, anchor, selected } = now()
          for (const each of [cursor, anchor]) if (each !== null) expect(ids).toContain(each)
          for (const each of selected) expect(ids).toContain(each)
          expect(actor.getSnapshot().value).toBe(ids.length === 0 ? 'empty' : 'filled')
        }
      }),
    )
  })

  test('that a filter hides are selected again once it shows them, and nothing acts on them before', () => {
    fc.assert(
      fc.property(names, fc.subarray(['a', 'b', 'c', 'd', 'e', 'f']), (shown, gone) => {
        const all = ['a', 'b', 'c', 'd', 'e', 'f']
        const { actor, now, chosen } = openList(all)
        for (const id of ['b', 'd', 'e']) actor.send({ type: 'TOGGLE', id })
        const left = all.filter((id) => !gone.includes(id))
        const ids: readonly string[] = shown.filter((id) => left.includes(id))
        actor.send({ type: 'ROWS', ids, all: left })
        expect(chosen()).toBe(['b', 'd', 'e'].filter((id) => ids.includes(id)).join(''))
        expect([...now().hidden].sort()).toEqual(['b', 'd', 'e'].filter((id) => left.includes(id) && !ids.includes(id)))
        actor.send({ type: 'ROWS', ids: left })
        expect(chosen()).toBe(['b', 'd', 'e'].filter((id) => left.includes(id)).join(''))
        actor.send({ type: 'ROWS', ids: left.slice(0, 1), all: left })
        actor.send({ type: 'NONE' })
        actor.send({ type: 'ROWS', ids: left })
        if (left.length > 0) expect(chosen()).toBe('')
      }),
    )
  })

  test('start where they were left, as soon as there are rows', () => {
    const actor = createActor(listMachine, { input: { cursor: 'b', selected: new Set(['b', 'gone']) } }).start()
    actor.send({ type: 'ROWS', ids: [] })
    actor.send({ type: 'ROWS', ids: ['a', 'b'] })
    expect(actor.getSnapshot().context).toMatchObject({ cursor: 'b', selected: new Set(['b']) })
  })

  test('stay on their row; if it is gone, the cursor moves to the next remaining one', () => {
    const { actor, now } = openList(['a', 'b', 'c', 'd'])
    actor.send({ type: 'TO', id: 'b' })
    actor.send({ type: 'ROWS', ids: ['d', 'b', 'a', 'c'] })
    expect(now().cursor).toBe('b')
    actor.send({ type: 'ROWS', ids: ['d', 'a', 'c'] })
    expect(now().cursor).toBe('a')
    actor.send({ type: 'ROWS', ids: ['x', 'y'] })
    expect(now().cursor).toBe('y')
    actor.send({ type: 'ROWS', ids: [] })
    expect(now().cursor).toBeNull()
  })

  test('start at the first row going down and the last going up, and stop at the ends', () => {
    const { actor, now } = openList(['a', 'b', 'c'])
    actor.send({ type: 'MOVE', by: 1 })
    expect(now().cursor).toBe('a')
    actor.send({ type: 'MOVE', by: -1 })
    expect(now().cursor).toBe('a')
    actor.send({ type: 'MOVE', by: 99 })
    expect(now().cursor).toBe('c')
    const other = openList(['a', 'b', 'c'])
    other.actor.send({ type: 'MOVE', by: -1 })
    expect(other.now().cursor).toBe('c')
  })

  test('extend a range with its end, while other selected rows stay', () => {
    const { actor, chosen } = openList(['a', 'b', 'c', 'd', 'e'])
    actor.send({ type: 'TOGGLE', id: 'e' })
    actor.send({ type: 'TO', id: 'b' })
    actor.send({ type: 'EXTEND', by: 1 })
    actor.send({ type: 'EXTEND', by: 1 })
    expect(chosen()).toBe('bcde')
    actor.send({ type: 'EXTEND', by: -1 })
    expect(chosen()).toBe('bce')
    actor.send({ type: 'EXTEND', by: -1 })
    actor.send({ type: 'EXTEND', by: -1 })
    expect(chosen()).toBe('abe')
    actor.send({ type: 'RANGE', id: 'c' })
    expect(chosen()).toBe('bce')
  })

  test('move within ten thousand rows without copying the context', () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => `m${at}`)
    const { actor, now } = openList(ids)
    actor.send({ type: 'ALL' })
    const { selected } = now()
    for (let step = 0; step < 201; step++) actor.send({ type: 'MOVE', by: 50 })
    expect(now()).toEqual({ ids, cursor: 'm9999', anchor: null, selected, hidden: new Set() })
    actor.send({ type: 'ROWS', ids: [...ids] })
    expect(now().selected).toBe(selected)
  })
})

describe('Toasts', () => {
  const openToasts = () => {
    const clock = new SimulatedClock()
    const actor = createActor(toastsMachine, { clock }).start()
    return {
      actor,
      clock,
      texts: () =>
        actor
          .getSnapshot()
          .context.toasts.map(({ text }) => text)
          .join(),
    }
  }

  test('stay six seconds each', () => {
    const { actor, clock, texts } = openToasts()
    expect(TOAST_MS).toBe(6_000)
    actor.send({ type: 'SHOW', text: 'a' })
    clock.increment(4_000)
    actor.send({ type: 'SHOW', text: 'b' })
    clock.increment(1_999)
    expect(texts()).toBe('a,b')
    clock.increment(1)
    expect(texts()).toBe('b')
    clock.increment(4_000)
    expect([texts(), actor.getSnapshot().value]).toEqual(['', 'empty'])
  })

  test('stay while one is paused, and have their full time again after that', () => {
    const { actor, clock, texts } = openToasts()
    actor.send({ type: 'SHOW', text: 'a' })
    actor.send({ type: 'HOLD' })
    actor.send({ type: 'SHOW', text: 'b' })
    clock.increment(60_000)
    expect(texts()).toBe('a,b')
    actor.send({ type: 'RELEASE' })
    clock.increment(TOAST_MS - 1)
    expect(texts()).toBe('a,b')
    clock.increment(1)
    expect(texts()).toBe('')
  })
})
