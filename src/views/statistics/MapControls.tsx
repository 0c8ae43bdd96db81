import { REGIONS } from '../../domain/agents/regions.ts'
import { useSearchParam } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { usePerform } from '../core/use-world.ts'
import { Menu } from '../parts/act/Menu.tsx'
import { Segmented } from '../parts/form/Segmented.tsx'
import { Select } from '../parts/form/Select.tsx'
import { METRICS } from './chart-search.ts'
import classes from './charts.module.css'
import { PERCENTILES, type Percentile } from './latency-series.ts'
import type { MapShown } from './map-shown.ts'

/** The schedule lag is the same everywhere: it has no place on a map. */
const METRIC_OPTIONS = Object.entries(METRICS)
  .filter(([value]) => value !== 'lag')
  .map(([value, label]) => ({ value, label }))
const PERCENTILE_OPTIONS = Object.keys(PERCENTILES).map((name) => ({ value: name, label: name }))
const SCALE_OPTIONS = [
  { value: 'linear', label: 'Linear radius' },
  { value: 'log', label: 'Log radius' },
]
const DOWNLOADS = [
  { command: 'chart.download', args: { chart: 'map', format: 'png' }, label: 'Picture (PNG)' },
  { command: 'chart.download', args: { chart: 'map', format: 'csv' }, label: 'Figures (CSV)' },
]

/** Latency, percentile, region, address and scale of a map. */
export const MapControls = ({ shown, addresses }: { shown: MapShown; addresses: readonly string[] }) => {
  const perform = usePerform()
  const { data } = useResource('agent.list', {})
  const [, setQuantile] = useSearchParam('quantile')
  const inhabited = (data?.regions ?? []).filter(({ locations }) => locations.length > 0).map(({ id }) => id)
  const regions = REGIONS.filter(({ id, name }) => name !== '' && id !== 'all' && inhabited.includes(id))
  const ips = shown.ip === null || addresses.includes(shown.ip) ? addresses : [shown.ip, ...addresses]
  return (
    <div className={classes.filters}>
      <Select
        small
        className={classes.location}
        label="Latency"
        value={shown.metric}
        options={METRIC_OPTIONS}
        onValue={(metric) => perform('chart.metric', { metric })}
      />
      <Select
        small
        className={classes.location}
        label="Percentile"
        value={shown.percentile}
        options={PERCENTILE_OPTIONS}
        onValue={(name) => setQuantile(PERCENTILES[name as Percentile])}
      />
      <Select
        small
        className={classes.location}
        label="Region"
        value={shown.region ?? ''}
        options={[{ value: '', label: 'All regions' }, ...regions.map(({ id, name }) => ({ value: id, label: name }))]}
        onValue={(region) => perform('chart.region', region === '' ? {} : { region })}
      />
      <Select
        small
        className={classes.location}
        label="IP address"
        value={shown.ip ?? ''}
        options={[{ value: '', label: 'All IP addresses' }, ...ips.map((ip) => ({ value: ip, label: ip }))]}
        onValue={(ip) => perform('chart.address', ip === '' ? {} : { address: ip })}
      />
      <Segmented
        label="Radius"
        value={shown.log ? 'log' : 'linear'}
        options={SCALE_OPTIONS}
        acting={(scale) => ({ command: 'chart.scale', args: { scale } })}
      />
      <Menu label="Download map" icon="download" iconOnly size="small" items={DOWNLOADS} />
    </div>
  )
}
