import { expect, test } from 'vitest'
import {
  changedTimes,
  DOWNTIME_DEFAULTS,
  type DowntimeDraft,
  downtimeProblems,
} from '../../../src/domain/downtimes/downtime-rules.ts'

const times = { start_time: '2026-03-28T23:00:00Z', end_time: '2026-03-29T01:00:00Z' }
const problemsOf = (draft: DowntimeDraft) =>
  downtimeProblems(draft.name, changedTimes(DOWNTIME_DEFAULTS.times, { ...times, ...draft })).map(
    ({ field, code }) => `${field} ${code}`,
  )

test.each<[DowntimeDraft, string[]]>([
  [{}, []],
  [{ repeat_days: 7, timezone: 'Asia/Kolkata' }, []],
  [{ name: ' ' }, ['downtime.name required']],
  [{ start_time: 'tomorrow' }, ['downtime.start_time invalid']],
  [{ start_time: '0012-01-01T00:00:00Z' }, ['downtime.start_time range']],
  [{ end_time: '2026-03-28T23:00:00Z' }, ['downtime.end_time range']],
  // All at once: none of them waits for another to be mended.
  [{ name: '', end_time: '2026-03-28T22:00:00Z' }, ['downtime.name required', 'downtime.end_time range']],
  [{ name: '', end_time: 'later' }, ['downtime.name required', 'downtime.end_time invalid']],
  [{ timezone: 'Europe/Atlantis' }, ['downtime.timezone unknown']],
  [{ repeated: true }, ['downtime.repeat_days required']],
  [{ repeated: false, repeat_days: 1 }, ['downtime.repeat_days invalid']],
  [{ repeat_days: 1, end_time: '2026-03-29T23:00:00Z' }, ['downtime.end_time range']],
  [{ repeat_days: 1, end_time: '2026-03-29T22:59:00Z' }, []],
  // 23 hours, but a day on the wall: clocks go forward within.
  [{ repeat_days: 1, end_time: '2026-03-29T22:00:00Z', timezone: 'Europe/Berlin' }, ['downtime.end_time range']],
  [{ repeat_days: 7, end_time: '2026-04-04T22:59:00Z' }, []],
  [{ repeat_days: 7, end_time: '2026-04-04T23:00:00Z' }, ['downtime.end_time range']],
])('%j has the problems %j', (draft, problems) => expect(problemsOf(draft)).toEqual(problems))

test('repeated and repeat_days follow each other where only one is given', () => {
  const once = changedTimes(DOWNTIME_DEFAULTS.times, times)
  expect(changedTimes(once, { repeat_days: 7 })).toMatchObject({ repeated: true, repeat_days: 7 })
  const weekly = changedTimes(once, { repeated: true, repeat_days: 7 })
  expect(changedTimes(weekly, { repeated: false })).toMatchObject({ repeated: false, repeat_days: 0 })
  expect(changedTimes(weekly, { repeated: true })).toMatchObject({ repeat_days: 7 })
  expect(changedTimes(weekly, { timezone: 'Asia/Kolkata' })).toEqual({ ...weekly, timezone: 'Asia/Kolkata' })
})
