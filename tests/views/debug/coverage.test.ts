import { describe, expect, test } from 'vitest'
import { pathsToTransitions } from '../../../machines/chart/path-to.ts'
import { transitionsOf } from '../../../machines/chart/transitions.ts'
import { examples } from '../../../machines/examples/examples.ts'
import { signInMachine } from '../../../machines/identity/sign-in.ts'
import { lazyScreenMachine } from '../../../machines/lazy-screen.ts'
import { listMachine } from '../../../machines/list.ts'
import { coverageDocument, coverageRows, wholeCoverage } from '../../../src/views/debug/coverage-rows.ts'
import { replay } from '../../machines/replay.ts'
import { openTestRecorder } from './recording.ts'

describe('Coverage', () => {
  test('counts every machine of a chart, also those that ended and were let go', () => {
    const { recorder, start } = openTestRecorder()
    for (let turn = 0; turn < 100; turn++) start(listMachine).stop()
    const list = start(listMachine)
    list.send({ type: 'ROWS', ids: ['a'] })
    list.stop()
    const [row] = coverageRows(recorder.recording().coverage, [])
    expect(row).toMatchObject({ chart: 'list', actors: 101, unentered: [] })
    expect(row?.counted.transitions.get('list ROWS 0')).toBe(1)
    expect(row?.transitions.taken).toBe(2)
    expect(row?.untaken.map(({ event }) => event)).toContain('MOVE')
  })

  test('is whole once a chart has followed its generated paths', async () => {
    const tried = examples.lazyScreen ?? []
    const all = transitionsOf(lazyScreenMachine)
    const paths = pathsToTransitions(tried, all)
    expect([...paths.keys()].sort()).toEqual(all.map(({ key }) => key).sort())
    for (const [key, { steps, name }] of paths) {
      expect(name).not.toBe('')
      const taken = await Promise.all(
        tried.map((example) =>
          replay(example, steps).then(
            (replayed) => replayed.taken.has(key),
            () => false,
          ),
        ),
      )
      expect([key, taken.includes(true)]).toEqual([key, true])
    }
  })

  test('counts a state that a machine leaves at once when it starts', () => {
    const { recorder, start } = openTestRecorder()
    start(signInMachine, { cameBack: false, secure: false })
    const [row] = coverageRows(recorder.recording().coverage, [])
    expect([...(row?.counted.states ?? [])].sort()).toEqual(['signIn.insecure', 'signIn.loading'])
  })

  test('begins anew when it is reset, also while the screen is paused', () => {
    const { recorder, start } = openTestRecorder()
    const list = start(listMachine)
    list.send({ type: 'ROWS', ids: ['a'] })
    const before = recorder.recording().coverage.since
    recorder.pause(true)
    recorder.resetCoverage()
    const { coverage } = recorder.recording()
    expect(wholeCoverage(coverageRows(coverage, [])).taken).toBe(0)
    expect(coverage.since).toBeGreaterThan(before)
    recorder.pause(false)
    list.send({ type: 'MOVE', by: 1 })
    expect(wholeCoverage(coverageRows(recorder.recording().coverage, [])).taken).toBe(1)
  })

  test('as JSON names what is missing, and the charts that did not run', () => {
    const { recorder, start } = openTestRecorder()
    start(listMachine)
    const rows = coverageRows(recorder.recording().coverage, [listMachine, lazyScreenMachine])
    expect(coverageDocument(rows, 0, '1.0')).toMatchObject({
      format: 'sonde.coverage',
      since: '1970-01-01T00:00:00.000Z',
      charts: [{ chart: 'list', states: { taken: 1, all: 3 }, unentered: ['counting', 'filled'] }],
      not_run: ['lazyScreen'],
    })
  })
})
