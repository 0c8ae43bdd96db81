import { parseTime } from '../../domain/core/wire-time.ts'
import { command } from '../core/command.ts'
import { changeSearch } from '../core/search-of.ts'
import type { World } from '../core/world.ts'
import { performanceAt, type ShownPerformance, shownPerformance } from './shown-performance.ts'

const onPerformance = (world: World): boolean => world.place?.name === 'home-performance'

const shown = (world: World): ShownPerformance => shownPerformance(world.place?.search ?? {}, world.now())

/** Shows a span; the current one needs no date in the address. */
const show = (world: World, span: ShownPerformance): void => {
  const isCurrent = world.now() >= span.from && world.now() < span.to
  changeSearch(world, { period: span.period === 'day' ? null : span.period, date: isCurrent ? null : span.date })
}

/** Commands of the performance of a project; what is shown is in the address. */
export const performanceCommands = [
  command({
    id: 'performance.period',
    words: 'performance period',
    title: 'Day, week or month',
    icon: 'chart',
    when: onPerformance,
    args: { period: "'day' | 'week' | 'month'" },
    prompts: { period: 'Days, weeks or months?' },
    run: ({ period }, world) => show(world, performanceAt(period, shown(world).from)),
  }),
  command({
    id: 'performance.date',
    words: 'performance date',
    title: 'Date',
    icon: 'schedule',
    when: onPerformance,
    args: { date: 'string <= 40' },
    prompts: { date: 'Which day, such as 2026-01-05?' },
    run({ date }, world) {
      const at = parseTime(date)
      if (at === null) throw new Error('The date must be a day such as 2026-01-05.')
      if (at > world.now()) throw new Error('There are no results of a day to come.')
      show(world, performanceAt(shown(world).period, at))
    },
  }),
  command({
    id: 'performance.earlier',
    words: 'earlier performance',
    title: 'Earlier',
    icon: 'chevron-left',
    when: onPerformance,
    args: {},
    run: (_, world) => show(world, performanceAt(shown(world).period, shown(world).from - 1)),
  }),
  command({
    id: 'performance.later',
    words: 'later performance',
    title: 'Later',
    icon: 'chevron-right',
    when: (world) => onPerformance(world) && shown(world).to <= world.now(),
    args: {},
    run: (_, world) => show(world, performanceAt(shown(world).period, shown(world).to)),
  }),
  command({
    id: 'performance.sort',
    words: 'sort performance',
    title: 'Sort performance',
    icon: 'down',
    when: onPerformance,
    args: {
      by: "'name' | 'baseline' | 'current' | 'delta' | 'pass-rate' | 'pass-rate-delta'",
      'reversed?': 'boolean',
    },
    prompts: { by: 'By what?', reversed: 'The other way round?' },
    run: ({ by, reversed }, world) => changeSearch(world, { sort: reversed ? `-${by}` : by }),
  }),
  command({
    id: 'performance.hours',
    words: 'performance hours',
    title: 'Hours',
    icon: 'chart',
    when: onPerformance,
    args: { 'monitor?': 'string' },
    of: { monitor: 'monitor' },
    prompts: { monitor: 'The hours of which monitor?' },
    run: ({ monitor }, world) => changeSearch(world, { monitor: monitor ?? null }),
  }),
]
