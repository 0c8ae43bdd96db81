import { describe, expect, test } from 'vitest'
import { type AnyEventObject, fromPromise, waitFor } from 'xstate'
import type { Example } from '../../../machines/chart/example.ts'
import type { PathDocument } from '../../../machines/chart/path-document.ts'
import { pathMermaid } from '../../../machines/chart/path-mermaid.ts'
import { draftMachine } from '../../../machines/draft.ts'
import { type CodeAnswer, secondStepMachine } from '../../../machines/identity/second-step.ts'
import { signInMachine } from '../../../machines/identity/sign-in.ts'
import { listMachine } from '../../../machines/list.ts'
import { pathText } from '../../../src/views/debug/path-text.ts'
import { isWhole, recordedPath } from '../../../src/views/debug/recorded-path.ts'
import { replay } from '../../machines/replay.ts'
import { openTestRecorder } from './recording.ts'

/** Errors of a path as errors again. */
const revived = ({ error, ...event }: AnyEventObject): AnyEventObject =>
  error === undefined ? { ...event } : { ...event, error: Object.assign(new Error(error.error), error) }

/** Replays a copied path on its chart; the states after each step. */
const statesOf = async (copied: PathDocument, example: Example): Promise<unknown[]> => {
  // As it is after it was copied and pasted.
  const { steps }: PathDocument = JSON.parse(JSON.stringify(copied))
  const path = steps.map(({ event, value, told }) => ({ event: revived(event), value, told }))
  const { seen } = await replay(example, path)
  return (seen as { value: unknown }[]).map(({ value }) => value)
}

const valuesOf = ({ steps }: PathDocument): unknown[] => steps.map(({ value }) => value)

describe('A path that was copied from what was done replays to the same states', () => {
  test('of a list', async () => {
    const { start, actorOf } = openTestRecorder()
    const list = start(listMachine)
    list.send({ type: 'ROWS', ids: ['a', 'b'] })
    list.send({ type: 'MOVE', by: 1 })
    list.send({ type: 'ROWS', ids: [] })
    const path = recordedPath(actorOf('list'), null)
    expect(path).toMatchObject({ format: 'sonde.path', chart: 'list', name: 'rows--move--rows--to-empty' })
    expect(valuesOf(path)).toEqual(['empty', 'filled', 'filled', 'empty'])
    expect(await statesOf(path, { machine: listMachine })).toEqual(valuesOf(path))
  })

  test('of a sign-in whose provider fails, with its input', async () => {
    const { start, actorOf } = openTestRecorder()
    const machine = signInMachine.provide({
      actors: { readSession: fromPromise(() => Promise.reject(new Error('The provider is away.'))) },
    })
    const input = { cameBack: false, secure: true }
    const actor = start(machine, input)
    await waitFor(actor, (snapshot) => snapshot.matches('signedOut'))
    actor.send({ type: 'RETRY' })
    await waitFor(actor, (snapshot) => snapshot.matches('signedOut'))
    const path = recordedPath(actorOf('signIn'), null)
    expect(path.input).toEqual(input)
    expect(path.steps[1]).toMatchObject({ when: 'read failed', event: { error: { error: 'The provider is away.' } } })
    expect(await statesOf(path, { machine: signInMachine, input: path.input })).toEqual(valuesOf(path))
  })

  test('of a form, up to the event that is looked at', async () => {
    const { start, actorOf } = openTestRecorder()
    const input = { base: { name: 'old' }, problemsOf: () => [], isNew: false }
    const draft = start(draftMachine, input)
    draft.send({ type: 'CHANGE', path: 'name', value: 'new' })
    draft.send({ type: 'DISCARD' })
    draft.stop()
    const actor = actorOf('draft')
    const changed = recordedPath(actor, actor.steps[1] ?? null)
    expect(changed.steps.map(({ when }) => when)).toEqual(['start', 'CHANGE'])
    const whole = recordedPath(actor, null)
    // The end of a machine is no event of its chart.
    expect(whole.steps.map(({ when }) => when)).toEqual(['start', 'CHANGE', 'DISCARD'])
    for (const path of [changed, whole])
      expect(await statesOf(path, { machine: draftMachine, input })).toEqual(valuesOf(path))
  })

  test('of a second step, although its code is masked', async () => {
    const { start, actorOf } = openTestRecorder()
    const input = { methods: ['totp', 'recovery'] }
    const machine = secondStepMachine.provide({
      actors: {
        checkCode: fromPromise<CodeAnswer, { method: 'totp' | 'recovery'; code: string }>(async () => ({
          redirectTo: '/interaction/k1',
          left: null,
        })),
      },
    })
    const actor = start(machine, input, true)
    actor.send({ type: 'CHANGE', code: '123456' })
    actor.send({ type: 'NEXT' })
    await waitFor(actor, (snapshot) => snapshot.matches('leaving'))
    const path = recordedPath(actorOf('secondStep'), null)
    expect(JSON.stringify(path)).not.toMatch(/123456|k1/)
    expect(await statesOf(path, { machine: secondStepMachine, input: path.input })).toEqual(valuesOf(path))
  })
})

describe('A copied path holds no secret', () => {
  const secret = 'S3cr3t-of-some-length'

  test('that was typed into a form', () => {
    const { start, actorOf } = openTestRecorder()
    const input = { base: { password: '', headers: [] }, problemsOf: () => [], isNew: true }
    const draft = start(draftMachine, input)
    draft.send({ type: 'CHANGE', path: 'password', value: secret })
    draft.send({ type: 'CHANGE', path: 'headers', value: [{ key: 'Authorization', value: secret }] })
    draft.send({ type: 'CHANGE', path: 'variable', value: { name: 'API_TOKEN', value: secret } })
    expect(JSON.stringify(recordedPath(actorOf('draft'), null))).not.toContain(secret)
  })

  test('and a form for secrets is not even kept with what is typed', () => {
    const { recorder, start } = openTestRecorder()
    const draft = start(draftMachine, { base: { email: '' }, problemsOf: () => [], isNew: true }, true)
    draft.send({ type: 'CHANGE', path: 'email', value: secret })
    const kept = recorder.recording().steps.map(({ event, context }) => ({ event, context }))
    expect(JSON.stringify(kept)).not.toContain(secret)
    expect(draft.getSnapshot().context.draft).toEqual({ email: secret })
  })
})

test('a machine whose first events were let go has no path', () => {
  const { start, actorOf } = openTestRecorder()
  const list = start(listMachine)
  const rows = Array.from({ length: 20_000 }, (_, place) => `m${place}`)
  expect(isWhole(actorOf('list'))).toBe(true)
  for (let turn = 0; turn < 30; turn++) list.send({ type: 'ROWS', ids: [...rows] })
  expect(isWhole(actorOf('list'))).toBe(false)
})

test('a path is drawn with its numbered events', () => {
  const { start, actorOf } = openTestRecorder()
  start(listMachine).send({ type: 'ROWS', ids: ['a'] })
  expect(pathMermaid(recordedPath(actorOf('list'), null))).toBe(`stateDiagram-v2
  state "empty" as s0
  state "filled" as s1
  [*] --> s0: 0. start
  s0 --> s1: 1. ROWS
`)
})

test('a path is copied as a test that exported files run, and as a scenario', async () => {
  const { start, actorOf } = openTestRecorder()
  const list = start(listMachine)
  list.send({ type: 'ROWS', ids: ['a'] })
  const selection = { actor: actorOf('list'), step: null, missing: null }
  expect((await pathText(selection, 'playwright')).split('\n').slice(1)).toEqual([
    `import { driver } from './drivers/list.mjs'`,
    `import { pathsOf } from './support/path.mjs'`,
    '',
    `const path = pathsOf("list", driver)`,
    '',
    `path("rows--to-filled", { input: null }, async ({ step }) => {`,
    `  await step({"type":"xstate.init","input":null}, "empty")`,
    `  await step({"type":"ROWS","ids":["a"]}, "filled")`,
    '})',
    '',
  ])
  expect(await pathText(selection, 'gherkin')).toBe(
    [
      'Feature: list',
      '',
      '  Scenario: rows--to-filled',
      '    Given list starts with null',
      '    Then it is in empty',
      '    When ROWS happens with {"ids":["a"]}',
      '    Then it is in filled',
      '',
    ].join('\n'),
  )
})
