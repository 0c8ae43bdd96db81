import { useMemo } from 'react'
import type { Coverage } from '../../domain/downtimes/coverage.ts'
import { MOST_RESTS } from '../../domain/schedules/resting.ts'
import { nextRun, phasesOf } from '../../domain/schedules/schedule-next.ts'
import type { Schedule } from './schedule-form.ts'
import { useRests } from './use-rests.ts'
import type { ScheduleLocations } from './use-schedule-locations.ts'

type Timed = Pick<
  Schedule,
  'id' | 'frequency' | 'targets' | 'regions' | 'locations' | 'enabled' | 'created' | 'business_hours'
>

/** When the next run is due after a moment (milliseconds); null where none is. */
type NextAfter = (afterMs: number) => number | null

type Whence = {
  /** The ids of the locations that are online. */
  readonly online: readonly string[]
  readonly coverage: Coverage | undefined
}

const nextAfter = (
  { id, frequency, targets, created }: Pick<Timed, 'id' | 'frequency' | 'targets' | 'created'>,
  { online, coverage }: Whence,
): NextAfter => {
  const frequencyMs = frequency * 1000
  const startMs = Date.parse(created)
  const phases = phasesOf({ scheduleId: id, targets, locations: online, frequencyMs })
  const next = (afterMs: number) => nextRun(phases, { startMs, frequencyMs }, afterMs)
  return (afterMs) => {
    let at = next(afterMs)
    for (let skipped = 0; at !== null && skipped < MOST_RESTS; skipped++) {
      const until = coverage?.until(at) ?? null
      if (until === null) return at
      at = next(until - 1)
    }
    return null
  }
}

const onlineOf = (schedule: Timed, places: ScheduleLocations, evenOffline = false): string[] =>
  schedule.enabled
    ? places
        .of(schedule)
        .filter(({ online }) => online || evenOffline)
        .map((location) => location.id)
    : []

const narrowed = (targets: Timed['targets'], only: string | undefined): Timed['targets'] =>
  only === undefined ? targets : targets.filter((target) => target === only)

/**
 * When a schedule's next run is due after a moment (milliseconds), from the same arithmetic that the server makes its runs by: it
 * needs no reading. Locations that are offline make no runs, and none is made in a downtime or outside of business hours. `only` narrows to one of its monitors; `evenOffline` counts all locations.
 */
export const useNextRun = (
  schedule: Timed,
  places: ScheduleLocations,
  { only, evenOffline }: { readonly only?: string | undefined; readonly evenOffline?: boolean } = {},
): NextAfter => {
  const { id, frequency, created, targets } = schedule
  const locations = onlineOf(schedule, places, evenOffline).join(' ')
  const [coverage] = useRests([schedule])
  return useMemo(
    () =>
      nextAfter(
        { id, frequency, created, targets: narrowed(targets, only) },
        { online: locations === '' ? [] : locations.split(' '), coverage },
      ),
    [id, frequency, created, locations, targets, only, coverage],
  )
}

/** When the next run of a monitor is due after a moment, by whichever of its schedules is first. */
export const useNextRunOf = (monitorId: string, schedules: readonly Timed[], places: ScheduleLocations): NextAfter => {
  const coverages = useRests(schedules)
  return useMemo(() => {
    const nexts = schedules.map((schedule, index) =>
      nextAfter(
        { ...schedule, targets: narrowed(schedule.targets, monitorId) },
        { online: onlineOf(schedule, places), coverage: coverages[index] },
      ),
    )
    return (afterMs) => {
      const all = nexts.map((next) => next(afterMs)).filter((at) => at !== null)
      return all.length === 0 ? null : Math.min(...all)
    }
  }, [monitorId, schedules, places, coverages])
}
