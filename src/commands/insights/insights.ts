import { datesOf, lastPeriod, periodAt, periodBefore } from '../../domain/insights/score-period.ts'
import { command } from '../core/command.ts'
import { changeSearch } from '../core/search-of.ts'
import type { World } from '../core/world.ts'
import { type ShownPeriod, shownPeriod } from './shown-period.ts'

const ON_REPORTS: readonly string[] = ['monitor-insights', 'monitor-insights-period']

const onInsights = ({ place }: World): boolean =>
  place?.name === 'insights' || (place !== null && ON_REPORTS.includes(place.name))

const shown = (world: World): ShownPeriod | null => world.place && shownPeriod(world.place, world.now())

const show = (world: World, { period, range }: ShownPeriod): void => {
  const { callId } = world.place?.params ?? {}
  const dates = datesOf(range)
  if (callId !== undefined) world.go('monitor-insights-period', { callId, ...dates })
  else {
    const isLast = range.from === lastPeriod(period, world.now()).from
    changeSearch(world, { period: period === 'week' ? null : period, start: isLast ? null : dates.start })
  }
}

/** The period after the shown one. Null if there is none: the ranking ends with the last period that is over, a report with this one. */
const later = (world: World): ShownPeriod | null => {
  const from = shown(world)
  if (!from) return null
  const { period, range } = from
  const next = periodAt(period, range.to)
  const newest = world.place?.name === 'insights' ? lastPeriod(period, world.now()) : periodAt(period, world.now())
  return next.from > newest.from ? null : { period, range: next }
}

/** Commands that choose the week or month of a ranking or report; it is in the address. */
export const insightCommands = [
  command({
    id: 'insights.period',
    words: 'insights period',
    title: 'Week or month',
    icon: 'insights',
    when: onInsights,
    args: { period: "'week' | 'month'" },
    prompts: { period: 'Weeks or months?' },
    run: ({ period }, world) => show(world, { period, range: lastPeriod(period, world.now()) }),
  }),
  command({
    id: 'insights.earlier',
    words: 'earlier insights',
    title: 'Earlier',
    icon: 'chevron-left',
    when: (world) => onInsights(world) && shown(world) !== null,
    args: {},
    run: (_, world) => {
      const from = shown(world)
      if (from) show(world, { period: from.period, range: periodBefore(from.period, from.range) })
    },
  }),
  command({
    id: 'insights.later',
    words: 'later insights',
    title: 'Later',
    icon: 'chevron-right',
    when: (world) => onInsights(world) && later(world) !== null,
    args: {},
    run: (_, world) => {
      const to = later(world)
      if (to) show(world, to)
    },
  }),
]
