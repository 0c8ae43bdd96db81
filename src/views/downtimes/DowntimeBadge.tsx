import { type ReactNode, useMemo } from 'react'
import { type Coverage, coverageOf } from '../../domain/downtimes/coverage.ts'
import { downtimeOf } from '../../domain/downtimes/downtime-rules.ts'
import { downtimeWords, momentInZone, momentWords } from '../../domain/downtimes/downtime-words.ts'
import { tip } from '../parts/overlay/tip.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import classes from './downtimes.module.css'
import { covering, type DowntimeRow, readersZone, useCoverages, useDowntimes } from './use-downtimes.ts'
import { useOrganizationCover } from './use-organization-downtimes.ts'

/** Says a moment of a downtime. */
type Say = (ms: number, now: number) => string

const byReadersClock: Say = (ms, now) => momentWords(ms, readersZone(), now)

/**
 * "In downtime until 04:00", "In organization downtime until 04:00" while all are in one: until the first of them runs again. Else empty.
 * `shared`: the downtimes of the organization.
 */
const activeWords = (coverages: readonly Coverage[], shared: Coverage, now: number, say = byReadersClock): string => {
  const ends = coverages.map((coverage) => coverage.until(now))
  const known = ends.filter((end) => end !== null)
  if (known.length === 0 || known.length < ends.length) return ''
  const noun = shared.until(now) === null ? 'downtime' : 'organization downtime'
  return `In ${noun} until ${say(Math.min(...known), now)}`
}

/** "Downtime at 02:00", "Organization downtime Sun 02:00 Europe/Berlin"; empty where none is to come. */
const nextWords = (coverages: readonly Coverage[], shared: Coverage, now: number, say: Say): string => {
  const next = coverages[0]?.next(now) ?? null
  if (next === null) return ''
  const at = say(next.startMs, now)
  const noun = shared.next(now)?.startMs === next.startMs ? 'Organization downtime' : 'Downtime'
  return `${noun} ${/^\d\d:/.test(at) ? 'at ' : ''}${at}`
}

/** When the project is in a downtime of its organization. */
const useSharedCoverage = (): Coverage => {
  const rows = useOrganizationCover()
  return useMemo(() => coverageOf(rows.map(({ schedule }) => downtimeOf(schedule))), [rows])
}

const NO_RUNS = 'No scheduled run is made, and nothing counts as missed.'

/** Says that all of some schedules are in a downtime: beside the title of one, or of a monitor that they run. */
export const InDowntime = ({ scheduleIds }: { scheduleIds: readonly string[] }) => {
  const coverages = useCoverages(scheduleIds)
  const shared = useSharedCoverage()
  const words = useTicking((now) => activeWords(coverages, shared, now))
  return words === '' ? null : (
    <span {...tip(NO_RUNS)}>
      <Badge category="SKIPPED" word={words} look="soft" />
    </span>
  )
}

type OrDowntimeProps = { readonly scheduleIds: readonly string[]; readonly children: ReactNode }

/** Text that holds while schedules run, and in its place "In downtime until 04:00" while all of them are in one. */
export const OrDowntime = ({ scheduleIds, children }: OrDowntimeProps) => {
  const coverages = useCoverages(scheduleIds)
  const shared = useSharedCoverage()
  const words = useTicking((now) => activeWords(coverages, shared, now))
  return words === '' ? children : <span {...tip(NO_RUNS)}>{words}</span>
}

/** Says moments of some downtimes as each of them has them: in its time zone, as everything else about it does. */
const useOwnMoments = (own: readonly DowntimeRow[], shared: readonly DowntimeRow[], scheduleId: string): Say => {
  const all = useMemo(
    () =>
      [...covering(own, scheduleId), ...shared].map(({ schedule }) => {
        const downtime = downtimeOf(schedule)
        return { timeZone: downtime.timeZone, coverage: coverageOf([downtime]) }
      }),
    [own, shared, scheduleId],
  )
  return (ms, now) => {
    const edges = ({ coverage }: (typeof all)[number]) => [coverage.until(now), coverage.next(now)?.startMs]
    const zone = all.find((one) => edges(one).includes(ms))?.timeZone ?? readersZone()
    return momentInZone(ms, zone, readersZone(), now)
  }
}

/** In a schedule's row: the downtime that it is in, or its next one. */
export const DowntimeBadge = ({ scheduleId }: { scheduleId: string }) => {
  const own = useDowntimes()
  const ofOrganization = useOrganizationCover()
  const rows = [...covering(own, scheduleId), ...ofOrganization]
  const say = useOwnMoments(own, ofOrganization, scheduleId)
  const coverages = useCoverages([scheduleId])
  const shared = useSharedCoverage()
  const active = useTicking((now) => activeWords(coverages, shared, now, say))
  const next = useTicking((now) => nextWords(coverages, shared, now, say))
  const all = rows.map(({ meta, schedule }) => `${meta.name}: ${downtimeWords(downtimeOf(schedule))}`).join('. ')
  if (active === '' && next === '') return null
  return (
    <small className={classes.beside} {...tip(active === '' ? all : `${all}. ${NO_RUNS}`)}>
      {active === '' ? next : <Badge category="SKIPPED" word={active} look="plain" />}
    </small>
  )
}
