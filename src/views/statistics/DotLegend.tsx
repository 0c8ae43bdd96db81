import { Legend } from '../parts/chart/ChartFrame.tsx'
import type { DotGroup } from './dot-groups.ts'

const PATHS: Readonly<Record<DotGroup['symbol'], string>> = {
  circle: 'M5 1a4 4 0 1 0 0 8a4 4 0 0 0 0-8z',
  'circle-open': 'M5 1a4 4 0 1 0 0 8a4 4 0 0 0 0-8zm0 1.6a2.4 2.4 0 1 1 0 4.8a2.4 2.4 0 0 1 0-4.8z',
  square: 'M1.5 1.5h7v7h-7z',
  diamond: 'M5 .5 9.5 5 5 9.5.5 5z',
  'triangle-up': 'M5 1 9.5 9h-9z',
  cross: 'M3.7.8h2.6v2.9h2.9v2.6H6.3v2.9H3.7V6.3H.8V3.7h2.9z',
  x: 'M2.3.8 5 3.5 7.7.8l1.5 1.5L6.5 5l2.7 2.7-1.5 1.5L5 6.5 2.3 9.2.8 7.7 3.5 5 .8 2.3z',
  star: 'm5 .5 1.3 3h3.2L7 5.6l1 3.4-3-2-3 2 1-3.4L.5 3.5h3.2z',
  hexagon: 'M5 .6 9 2.8v4.4L5 9.4 1 7.2V2.8z',
}

/** Names of dots by their shape and colour. */
export const DotLegend = ({ groups }: { groups: readonly DotGroup[] }) => (
  <Legend
    entries={groups.map(({ name, token, symbol }) => ({
      label: name,
      swatch: (
        <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
          <path d={PATHS[symbol]} fill={`var(--${token})`} fillRule="evenodd" />
        </svg>
      ),
    }))}
  />
)
