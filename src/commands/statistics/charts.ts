import { vitalName } from '../../contract/results/vitals.ts'
import { isTimeZone } from '../../domain/core/zone-time.ts'
import { besideOf, laterOf, rangeSearch, zoomedIn, zoomedOut } from '../../domain/statistics/chart-ranges.ts'
import { timeZone } from '../core/argument-checks.ts'
import { command } from '../core/command.ts'
import { changeSearch } from '../core/search-of.ts'
import type { World } from '../core/world.ts'
import { onStatistics, showLater, shownRange, showRange, showWindow, zoneOf } from './shown-range.ts'

const onCharts = (world: World): boolean => world.place?.name === 'monitor' || onStatistics(world)

const later = (world: World) => {
  const shown = shownRange(world)
  return shown && laterOf(shown, zoneOf(world), world.now())
}
const inner = (world: World) => {
  const shown = shownRange(world)
  return shown && zoomedIn(shown)
}
const outer = (world: World) => {
  const shown = shownRange(world)
  return shown && zoomedOut(shown, world.now())
}

/** Screens with charts that can be downloaded, beside those of statistics. */
const DOWNLOADABLE = ['home-performance', 'report-graph', 'objectives']
const hasDownloads = ({ place }: World): boolean =>
  place !== null && (place.name.startsWith('monitor-insights') || DOWNLOADABLE.includes(place.name))

const onMap = ({ place }: World): boolean => place?.name === 'monitor-map'

/** The map of a monitor, or of a report's group. */
const showsMap = (world: World): boolean =>
  onMap(world) || (world.place?.name === 'report-graph' && world.place.params.graphType === 'map')

const zones = (): readonly { value: string }[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value }))

/** Chart commands; the settings are in the address. */
export const chartCommands = [
  command({
    id: 'chart.range',
    words: 'chart range',
    aliases: ['range', 'time range', 'period', 'show last'],
    title: 'Time range',
    icon: 'chart',
    when: onStatistics,
    args: {
      range: "'1h' | '6h' | '24h' | '7d' | '30d' | '90d' | '1y' | 'custom'",
      'from?': 'string',
      'to?': 'string',
    },
    prompts: { range: 'Which time range?', from: 'From which day or time?', to: 'To which day or time?' },
    run: ({ range, from, to }, world) => showRange(world, range, { from, to }),
  }),
  command({
    id: 'chart.earlier',
    words: 'chart earlier',
    aliases: ['earlier', 'previous range'],
    title: 'Earlier range',
    icon: 'chevron-left',
    when: onStatistics,
    keys: ',',
    args: {},
    run: (_, world) => {
      const shown = shownRange(world)
      if (shown) showWindow(world, besideOf(shown, -1, zoneOf(world)))
    },
  }),
  command({
    id: 'chart.later',
    words: 'chart later',
    aliases: ['later', 'next range'],
    title: 'Later range',
    icon: 'chevron-right',
    when: (world) => later(world) !== null,
    keys: '.',
    args: {},
    run: (_, world) => showLater(world, later(world)),
  }),
  command({
    id: 'chart.zoom-in',
    words: 'chart zoom in',
    aliases: ['zoom in'],
    title: 'Zoom in',
    icon: 'plus',
    when: (world) => inner(world) !== null,
    keys: '=',
    args: {},
    run: (_, world) => showWindow(world, inner(world)),
  }),
  command({
    id: 'chart.zoom-out',
    words: 'chart zoom out',
    aliases: ['zoom out'],
    title: 'Zoom out',
    icon: 'search',
    when: (world) => outer(world) !== null,
    keys: '-',
    args: {},
    run: (_, world) => showWindow(world, outer(world)),
  }),
  command({
    id: 'chart.keep-range',
    words: 'chart keep range',
    title: 'Keep this range',
    icon: 'lock',
    when: (world) => onStatistics(world) && shownRange(world)?.range !== 'custom',
    args: {},
    run: (_, world) => {
      const shown = shownRange(world)
      if (!shown) return
      changeSearch(world, rangeSearch(shown))
      world.tell('A link to this page now shows the same range at any time.')
    },
  }),
  command({
    id: 'chart.zone',
    words: 'chart zone',
    aliases: ['time zone of charts'],
    title: 'Time zone of charts',
    icon: 'globe',
    when: onStatistics,
    args: { 'zone?': 'string <= 64' },
    prompts: { zone: 'Which time zone?' },
    choices: { zone: zones },
    checks: { zone: timeZone },
    run: ({ zone }, world) => {
      if (zone !== undefined && !isTimeZone(zone))
        throw new Error('zone must be a time zone such as Europe/Vienna or UTC.')
      changeSearch(world, { zone: zone ?? null })
    },
  }),
  command({
    id: 'chart.location',
    words: 'chart location',
    title: 'Location',
    icon: 'location',
    when: onCharts,
    args: { 'location?': 'string' },
    of: { location: 'location' },
    run: ({ location }, world) => changeSearch(world, { location: location ?? null }),
  }),
  command({
    id: 'chart.metric',
    words: 'chart metric',
    aliases: ['metric', 'phase'],
    title: 'Latency metric',
    icon: 'chart',
    when: onCharts,
    args: { metric: "'total' | 'dns' | 'connect' | 'tls' | 'ttfb' | 'response' | 'lag'" },
    prompts: { metric: 'Which latency?' },
    run: ({ metric }, world) => changeSearch(world, { metric }),
  }),
  command({
    id: 'chart.vital',
    words: 'chart vital',
    title: 'Web vital',
    icon: 'chart',
    when: onCharts,
    args: { vital: vitalName },
    prompts: { vital: 'Which web vital?' },
    run: ({ vital }, world) => changeSearch(world, { vital }),
  }),
  command({
    id: 'chart.quantile',
    words: 'chart quantile',
    aliases: ['quantile', 'percentile'],
    title: 'Quantile',
    icon: 'chart',
    when: onCharts,
    args: { quantile: '0 <= number <= 1' },
    prompts: { quantile: 'Which quantile, from 0 to 1?' },
    run: ({ quantile }, world) => changeSearch(world, { quantile }),
  }),
  command({
    id: 'chart.quantiles',
    words: 'chart quantiles',
    aliases: ['all percentiles'],
    title: 'All percentiles',
    icon: 'chart',
    when: onCharts,
    args: {},
    run: (_, world) => changeSearch(world, { quantile: null }),
  }),
  command({
    id: 'chart.scale',
    words: 'chart scale',
    aliases: ['scale'],
    title: 'Scale',
    icon: 'chart',
    when: onCharts,
    args: { scale: "'linear' | 'log'" },
    prompts: { scale: 'Which scale?' },
    run: ({ scale }, world) => changeSearch(world, { scale }),
  }),
  command({
    id: 'chart.lines',
    words: 'chart lines',
    title: 'Lines',
    icon: 'chart',
    when: onCharts,
    args: { lines: "'percentiles' | 'phases'" },
    prompts: { lines: 'Percentiles or phases?' },
    run: ({ lines }, world) => changeSearch(world, { lines: lines === 'phases' ? lines : null }),
  }),
  command({
    id: 'chart.dots',
    words: 'chart dots',
    aliases: ['dots'],
    title: 'Dots',
    icon: 'chart',
    when: onCharts,
    args: { by: "'category' | 'location' | 'address' | 'none'" },
    prompts: { by: 'Coloured by what?' },
    run: ({ by }, world) => changeSearch(world, { dots: by === 'category' ? null : by }),
  }),
  command({
    id: 'chart.address',
    words: 'chart address',
    title: 'IP address',
    icon: 'globe',
    when: onCharts,
    args: { 'address?': 'string <= 64' },
    prompts: { address: 'Only which IP address?' },
    run: ({ address }, world) => changeSearch(world, { ip: address ?? null }),
  }),
  command({
    id: 'chart.region',
    words: 'chart region',
    title: 'Region',
    icon: 'globe',
    when: onMap,
    args: { 'region?': 'string <= 64' },
    prompts: { region: 'Only which region?' },
    run: ({ region }, world) => changeSearch(world, { region: region ?? null }),
  }),
  command({
    id: 'map.move',
    words: 'move map',
    title: 'Move the map',
    icon: 'globe',
    when: showsMap,
    args: { to: "'in' | 'out' | 'world'" },
    prompts: { to: 'In, out or to the whole world?' },
    run: ({ to }, world) => world.send('screen', { type: 'MOVE_MAP', to }),
  }),
  command({
    id: 'map.show',
    words: 'show on map',
    title: 'Show on the map',
    icon: 'location',
    when: showsMap,
    args: { location: 'string' },
    of: { location: 'location' },
    run: ({ location }, world) => world.send('screen', { type: 'SHOW_ON_MAP', location }),
  }),
  command({
    id: 'chart.compare',
    words: 'chart compare',
    aliases: ['compare period'],
    title: 'Compare with the period before',
    icon: 'switch',
    when: onStatistics,
    args: {},
    run: (_, world) => changeSearch(world, { compare: world.place?.search.compare === '1' ? null : '1' }),
  }),
  command({
    id: 'chart.form',
    words: 'chart form',
    title: 'Form of the heatmap',
    icon: 'chart',
    when: ({ place }) => place?.name === 'monitor-heatmap',
    args: { form: "'sequential' | 'cumulative'" },
    prompts: { form: 'Step after step, or all days together by the hour?' },
    run: ({ form }, world) => changeSearch(world, { form: form === 'cumulative' ? form : null }),
  }),
  command({
    id: 'chart.table',
    words: 'chart table',
    aliases: ['figures table'],
    title: 'Show as table',
    icon: 'table',
    when: onCharts,
    args: {},
    run: (_, world) => changeSearch(world, { view: world.place?.search.view === 'table' ? null : 'table' }),
  }),
  command({
    id: 'chart.download',
    words: 'chart download',
    aliases: ['download chart', 'export chart'],
    title: 'Download',
    icon: 'download',
    when: (world) => onCharts(world) || hasDownloads(world),
    args: { format: "'png' | 'csv'", 'chart?': 'string' },
    prompts: { format: 'As what?', chart: 'Which chart?' },
    run: ({ format, chart }, world) => world.send('screen', { type: 'DOWNLOAD', format, chart: chart ?? null }),
  }),
]
