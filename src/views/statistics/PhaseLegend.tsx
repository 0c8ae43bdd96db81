import { Legend } from '../parts/chart/ChartFrame.tsx'
import { PHASE_NAMES, PHASE_WORDS, type PhaseName } from './phase-stack.ts'

/** Names of stacked phases by their colour. */
export const PhaseLegend = ({ phases }: { phases: readonly PhaseName[] }) => (
  <Legend
    entries={phases.map((name) => ({
      label: PHASE_WORDS[name],
      swatch: (
        <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
          <path d="M0 0h10v10H0z" fill={`var(--series-${PHASE_NAMES.indexOf(name) + 1})`} />
        </svg>
      ),
    }))}
  />
)
