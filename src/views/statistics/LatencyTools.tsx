import { usePerform } from '../core/use-world.ts'
import { Act } from '../parts/act/Act.tsx'
import { Select } from '../parts/form/Select.tsx'
import { type ChartPeriod, showsSingleResults } from './chart-period.ts'
import { type ChartSearch, METRICS } from './chart-search.ts'
import { PERCENTILES, type Percentile } from './latency-series.ts'

type LatencyToolsProps = {
  readonly shown: ChartSearch
  readonly period: ChartPeriod
  /** IP addresses that the monitor's calls went to. */
  readonly addresses: readonly string[]
}

const LINES = [
  { value: 'percentiles', label: 'Percentiles' },
  { value: 'phases', label: 'Phases, stacked' },
]
const METRIC_OPTIONS = Object.entries(METRICS).map(([value, label]) => ({ value, label }))
const PERCENTILE_OPTIONS = [
  { value: '', label: 'p50, p90 and p99' },
  ...Object.keys(PERCENTILES).map((value) => ({ value, label: `${value} only` })),
]
const SCALES = [
  { value: 'linear', label: 'Linear scale' },
  { value: 'log', label: 'Logarithmic scale' },
]
const DOTS = [
  { value: 'category', label: 'Dots by category' },
  { value: 'location', label: 'Dots by location' },
  { value: 'address', label: 'Dots by IP address' },
  { value: 'none', label: 'No dots' },
]

/** Choices of the latency chart. Each is a command, and in the address. */
export const LatencyTools = ({ shown, period, addresses }: LatencyToolsProps) => {
  const perform = usePerform()
  const { metric, lines, percentiles, log, dots, ip, compare } = shown
  const [only] = percentiles
  const known = ip !== null && !addresses.includes(ip) ? [ip, ...addresses] : addresses
  const choose = (quantile: string) =>
    quantile === ''
      ? perform('chart.quantiles')
      : perform('chart.quantile', { quantile: Number(PERCENTILES[quantile as Percentile]) })
  return (
    <>
      <Select
        small
        label="Lines"
        value={lines}
        options={LINES}
        onValue={(chosen) => perform('chart.lines', { lines: chosen })}
      />
      {lines === 'percentiles' && (
        <>
          <Select
            small
            label="Metric"
            value={metric}
            options={METRIC_OPTIONS}
            onValue={(chosen) => perform('chart.metric', { metric: chosen })}
          />
          <Select
            small
            label="Percentile"
            value={percentiles.length === 1 && only ? only : ''}
            options={PERCENTILE_OPTIONS}
            onValue={choose}
          />
          <Select
            small
            label="Scale"
            value={log ? 'log' : 'linear'}
            options={SCALES}
            onValue={(scale) => perform('chart.scale', { scale })}
          />
          {metric !== 'lag' && showsSingleResults(period) && (
            <Select
              small
              label="Dots"
              value={dots ?? 'none'}
              options={DOTS}
              onValue={(by) => perform('chart.dots', { by })}
            />
          )}
          {metric !== 'lag' && known.length > 0 && (
            <Select
              small
              label="IP address"
              value={ip ?? ''}
              options={[
                { value: '', label: known.length === 1 ? 'Any IP address' : `All ${known.length} IP addresses` },
                ...known.map((value) => ({ value, label: value })),
              ]}
              onValue={(address) => perform('chart.address', address === '' ? {} : { address })}
            />
          )}
          <Act
            command="chart.compare"
            kind={compare ? 'secondary' : 'ghost'}
            size="small"
            label={`Compare with ${period.before}`}
            aria={{ 'aria-pressed': compare }}
          />
        </>
      )}
    </>
  )
}
