import { vitalName } from '../../contract/results/vitals.ts'
import { command } from '../core/command.ts'
import { changeSearch } from '../core/search-of.ts'
import type { World } from '../core/world.ts'

const onCharts = (world: World): boolean =>
  ['monitor', 'monitor-statistics', 'monitor-latency', 'monitor-passfail'].includes(world.place?.name ?? '')

/** Chart commands; the settings are in the address. */
export const chartCommands = [
  command({
    id: 'chart.range',
    words: 'chart range',
    title: 'Time range',
    icon: 'chart',
    when: onCharts,
    args: { range: "'24h' | '7d' | '30d' | '1y' | 'custom'", 'from?': 'string', 'to?': 'string' },
    prompts: { range: 'Which time range?', from: 'From which day?', to: 'To which day?' },
    run: ({ range, from, to }, world) => changeSearch(world, { range, from: from ?? null, to: to ?? null }),
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
    title: 'Quantile',
    icon: 'chart',
    when: onCharts,
    args: { quantile: '0 <= number <= 1' },
    prompts: { quantile: 'Which quantile, from 0 to 1?' },
    run: ({ quantile }, world) => changeSearch(world, { quantile }),
  }),
  command({
    id: 'chart.scale',
    words: 'chart scale',
    title: 'Scale',
    icon: 'chart',
    when: onCharts,
    args: { scale: "'linear' | 'log'" },
    prompts: { scale: 'Which scale?' },
    run: ({ scale }, world) => changeSearch(world, { scale: scale === 'log' ? scale : null }),
  }),
  command({
    id: 'chart.table',
    words: 'chart table',
    title: 'Show as table',
    icon: 'table',
    when: onCharts,
    args: {},
    run: (_, world) => changeSearch(world, { view: world.place?.search.view === 'table' ? null : 'table' }),
  }),
  command({
    id: 'chart.download',
    words: 'chart download',
    title: 'Download',
    icon: 'download',
    when: (world) => onCharts(world) || world.place?.name === 'home-performance',
    args: { format: "'png' | 'csv'", 'chart?': 'string' },
    prompts: { format: 'As what?', chart: 'Which chart?' },
    run: ({ format, chart }, world) => world.send('screen', { type: 'DOWNLOAD', format, chart: chart ?? null }),
  }),
]
