import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsAMonth, scheduleLocations } from '../../../src/domain/schedules/schedule-estimate.ts'
import { nextRun, phasesOf } from '../../../src/domain/schedules/schedule-next.ts'
import { nextDue, offsetMs } from '../../../src/domain/schedules/schedule-times.ts'

const ids = (letter: string, most: number) =>
  fc.integer({ min: 0, max: most }).map((count) => Array.from({ length: count }, (_, index) => `${letter}${index}`))

test('the next run of a schedule is the earliest due time of its slots', () => {
  const slots = fc.record({
    targets: ids('t', 12),
    locations: ids('l', 4),
    seconds: fc.integer({ min: 1, max: 90_000 }),
  })
  fc.assert(
    fc.property(slots, fc.integer({ min: -5_000, max: 400_000_000 }), ({ targets, locations, seconds }, passed) => {
      const frequencyMs = seconds * 1000
      const startMs = 1_760_000_000_000
      const after = startMs + passed
      const due = targets.flatMap((target) =>
        locations.map((location) =>
          nextDue({ startMs, frequencyMs, offsetMs: offsetMs('s', target, location, frequencyMs) }, after),
        ),
      )
      const phases = phasesOf({ scheduleId: 's', targets, locations, frequencyMs })
      expect(nextRun(phases, { startMs, frequencyMs }, after)).toBe(due.length === 0 ? null : Math.min(...due))
    }),
  )
})

test('a location named directly and through a region counts once', () => {
  const known = [
    { id: 'eu', locations: ['one', 'two'] },
    { id: 'aws', locations: ['two'] },
  ]
  expect(scheduleLocations({ regions: ['eu', 'aws', 'gone'], locations: ['one', 'three'] }, known)).toEqual([
    'one',
    'three',
    'two',
  ])
})

test('48 monitors from two locations every ten minutes are 414,720 runs a month', () => {
  expect(runsAMonth({ targets: 48, locations: 2, frequencySeconds: 600 })).toBe(414_720)
})
