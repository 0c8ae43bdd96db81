import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StaffedLocation } from '../../../src/domain/agents/staffed-location.ts'
import type { Downtime } from '../../../src/domain/downtimes/downtime-windows.ts'
import { idleTargets, neverRuns, type RunFacts, type TargetGroup } from '../../../src/domain/schedules/never-runs.ts'
import { restsOf } from '../../../src/domain/schedules/resting.ts'

const NOW = Date.UTC(2026, 2, 27, 10)
const HOUR = 3_600_000

const plain: StaffedLocation = { agents: 1, capabilities: [] }
const withBrowser: StaffedLocation = { agents: 2, capabilities: ['browser'] }
const revoked: StaffedLocation = { agents: 0, capabilities: [] }
const call: TargetGroup = { count: 3, needs: null }
const browserTest: TargetGroup = { count: 2, needs: 'browser' }

const facts = (changed: Partial<RunFacts> = {}): RunFacts => ({
  targets: [call],
  locations: [plain],
  rests: restsOf([], null),
  next: NOW + HOUR,
  ...changed,
})
const reasons = (changed: Partial<RunFacts>) => neverRuns(facts(changed), NOW)

test('a schedule with a target, an agent that can run it and a time to do so can run', () => {
  expect(reasons({})).toEqual([])
  expect(reasons({ next: undefined })).toEqual([])
  expect(reasons({ targets: [browserTest], locations: [plain, withBrowser] })).toEqual([])
})

test('each lack is a reason, and several are told together', () => {
  expect(reasons({ targets: [], next: null })).toEqual(['no_target'])
  expect(reasons({ locations: [], next: null })).toEqual(['no_location'])
  expect(reasons({ targets: [], locations: [], next: null })).toEqual(['no_target', 'no_location'])
  expect(reasons({ locations: [revoked, revoked] })).toEqual(['no_agent'])
  expect(reasons({ targets: [], locations: [revoked] })).toEqual(['no_target', 'no_agent'])
  expect(reasons({ targets: [browserTest], locations: [plain] })).toEqual(['no_capability'])
  expect(reasons({ next: null })).toEqual(['never_due'])
})

test('daily downtimes that follow each other without a gap leave no time, and one that ends does', () => {
  const daily = (from: number, to: number): Downtime => ({
    startMs: Date.UTC(2026, 0, 1, from),
    endMs: Date.UTC(2026, 0, 1, to),
    everyDays: 1,
    timeZone: 'UTC',
  })
  const day = restsOf([daily(0, 13), daily(12, 24)], null)
  expect(reasons({ rests: day, next: null })).toEqual(['always_resting'])
  expect(reasons({ rests: day, next: null, locations: [revoked] })).toEqual(['no_agent', 'always_resting'])
  const once = { startMs: NOW - HOUR, endMs: NOW + 90 * 24 * HOUR, everyDays: 0, timeZone: 'UTC' } as const
  expect(reasons({ rests: restsOf([once], null) })).toEqual([])
})

test('a workflow with a location of its own runs from there, wherever the schedule runs', () => {
  const workflow: TargetGroup = { count: 1, needs: null, only: [plain] }
  expect(reasons({ targets: [workflow], locations: [] })).toEqual([])
  expect(reasons({ targets: [{ ...workflow, only: [] }], locations: [plain], next: null })).toEqual(['no_location'])
  expect(reasons({ targets: [{ ...workflow, only: [revoked] }] })).toEqual(['no_agent'])
})

test('targets that lack a capability are counted while others can run', () => {
  expect(idleTargets({ targets: [call, browserTest], locations: [plain] })).toBe(2)
  expect(idleTargets({ targets: [call, browserTest], locations: [plain, withBrowser] })).toBe(0)
  // The schedule itself never runs, which says more.
  expect(idleTargets({ targets: [browserTest], locations: [plain] })).toBe(0)
})

test('a schedule never runs for want of an agent exactly when none of its targets has one', () => {
  const location = fc.constantFrom(plain, withBrowser, revoked)
  const places = fc.array(location, { maxLength: 3 })
  const group = fc
    .record({ needs: fc.constantFrom('browser' as const, null), only: fc.option(places), count: fc.constant(1) })
    .map(({ only, ...rest }): TargetGroup => (only === null ? rest : { ...rest, only }))
  fc.assert(
    fc.property(fc.array(group, { minLength: 1, maxLength: 4 }), places, (targets, locations) => {
      const runs = targets.filter(({ needs, only }) =>
        (only ?? locations).some((one) => one.agents > 0 && (needs === null || one.capabilities.includes(needs))),
      )
      expect(reasons({ targets, locations }).length > 0).toBe(runs.length === 0)
      expect(idleTargets({ targets, locations })).toBe(runs.length === 0 ? 0 : targets.length - runs.length)
    }),
  )
})
