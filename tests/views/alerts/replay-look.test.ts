import { expect, test } from 'vitest'
import { replayLook } from '../../../src/views/alerts/replay-look.ts'

test('a replayed message about a pass is an alert that does not look like a failure', () => {
  expect(replayLook('fired')).toEqual({ category: 'FAIL', word: 'Alert' })
  expect(replayLook('passed')).toEqual({ category: 'PASS', word: 'Alert' })
  expect(replayLook('recovered')).toEqual({ category: 'PASS', word: 'Recovery' })
})
