import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { ANSWERS_KEPT, SETTLE_MS, type SearchRequest, searchMachine } from '../../../machines/search.ts'

const request = (text: string): SearchRequest => ({
  kind: 'monitor',
  text,
  whole: false,
  operation: 'monitor.list',
  input: {},
})

const setUp = () => {
  const clock = new SimulatedClock()
  const asked: { text: string; signal: AbortSignal; answer: (value: unknown) => void; fail: (why: Error) => void }[] =
    []
  const machine = searchMachine.provide({
    actors: {
      find: fromPromise<unknown, SearchRequest>(
        ({ input: { text }, signal }) => new Promise((answer, fail) => void asked.push({ text, signal, answer, fail })),
      ),
    },
  })
  const actor = createActor(machine, { clock }).start()
  const type = (text: string) => actor.send({ type: 'SEARCH', request: request(text) })
  const settle = () => clock.increment(SETTLE_MS)
  const texts = () => actor.getSnapshot().context.answers.map(({ text }) => text)
  const turn = () => new Promise((done) => setImmediate(done))
  return { actor, asked, type, settle, texts, turn }
}

describe('a search on the server', () => {
  test('waits until the keys settle, and asks once', () => {
    const { asked, type, settle } = setUp()
    for (const text of ['c', 'ch', 'che']) type(text)
    settle()
    type('che')
    settle()
    expect(asked.map(({ text }) => text)).toEqual(['che'])
  })

  test('aborts the request of an earlier text, whose answer is never kept', async () => {
    const { asked, type, settle, texts, turn } = setUp()
    type('a')
    settle()
    type('ab')
    settle()
    expect(asked[0]?.signal.aborted).toBe(true)
    asked[1]?.answer('of ab')
    asked[0]?.answer('of a')
    await turn()
    expect(texts()).toEqual(['ab'])
  })

  test('answers a text that it knows without a request', async () => {
    const { actor, asked, type, settle, texts, turn } = setUp()
    for (const text of ['a', 'b']) {
      type(text)
      settle()
      asked.at(-1)?.answer(text)
      await turn()
    }
    type('a')
    settle()
    expect(asked).toHaveLength(2)
    expect(texts()).toEqual(['a', 'b'])
    expect(actor.getSnapshot().hasTag('busy')).toBe(false)
  })

  test('says why there is no answer, and tries the same text again', async () => {
    const { actor, asked, type, settle, turn } = setUp()
    type('a')
    settle()
    asked[0]?.fail(new Error('The server does not answer.'))
    await turn()
    expect(actor.getSnapshot().context.problem).toBe('The server does not answer.')
    type('a')
    settle()
    expect(asked).toHaveLength(2)
    expect(actor.getSnapshot().context.problem).toBeNull()
  })

  test('keeps a bounded number of answers, and none of another project', async () => {
    const { actor, asked, type, settle, texts, turn } = setUp()
    for (let number = 0; number < ANSWERS_KEPT + 3; number++) {
      type(`text ${number}`)
      settle()
      asked.at(-1)?.answer(number)
      await turn()
    }
    expect(texts()).toHaveLength(ANSWERS_KEPT)
    type('late')
    settle()
    actor.send({ type: 'FORGET' })
    asked.at(-1)?.answer('late')
    await turn()
    expect(texts()).toEqual([])
  })
})
