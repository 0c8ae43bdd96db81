/** State of a component or of all of them. `unknown`: no current results. `maintenance`: a planned downtime, and nothing else is wrong. */
export type StatusState = 'operational' | 'degraded' | 'down' | 'maintenance' | 'unknown'

/** Newest result of a monitor at one location; null without a current one. */
export type Reading = 'pass' | 'slow' | 'fail' | null

/**
 * The state of a monitor, from its newest result at each location. Failing at some locations and not at others is `degraded`, and so is
 * being slow at all of them. A location without a current result counts for nothing, unless all are without.
 */
export const monitorState = (readings: readonly Reading[]): StatusState => {
  const current = readings.filter((one) => one !== null)
  if (current.length === 0) return 'unknown'
  const failing = current.filter((one) => one === 'fail').length
  if (failing === current.length) return 'down'
  return failing > 0 || current.every((one) => one === 'slow') ? 'degraded' : 'operational'
}

/**
 * The state of a component, from those of its monitors: `down` if all with data are, `degraded` if any is down or degraded. Planned work
 * never hides an outage. A monitor without data keeps the component from looking well: it is `unknown`.
 */
export const componentState = (monitors: readonly StatusState[]): StatusState => {
  const known = monitors.filter((one) => one !== 'unknown')
  if (known.length === 0) return 'unknown'
  if (known.every((one) => one === 'down')) return 'down'
  if (known.some((one) => one === 'down' || one === 'degraded')) return 'degraded'
  if (known.some((one) => one === 'maintenance')) return 'maintenance'
  return known.length < monitors.length ? 'unknown' : 'operational'
}

export const STATE_WORDS: Readonly<Record<StatusState, string>> = {
  operational: 'Operational',
  degraded: 'Degraded',
  down: 'Down',
  maintenance: 'Under maintenance',
  unknown: 'No data',
}

const counted = (count: number, all: number): string =>
  all === 1 ? 'The component' : count === all ? `All ${all} components` : `${count} of ${all} components`

/** The state of a whole page and a sentence about it. */
export const overallState = (
  components: readonly StatusState[],
  openIncidents: number,
): { readonly state: StatusState; readonly sentence: string } => {
  const all = components.length
  const count = (state: StatusState) => components.filter((one) => one === state).length
  const [down, degraded, unknown, maintained] = [
    count('down'),
    count('degraded'),
    count('unknown'),
    count('maintenance'),
  ]
  const incidents = openIncidents === 1 ? 'An incident is open' : `${openIncidents} incidents are open`
  const verb = (number: number) => (number === 1 || all === 1 ? 'is' : 'are')
  const known =
    all === 1 ? 'No current data for the component.' : `No current data for ${unknown} of ${all} components.`
  if (down > 0) {
    const also = degraded > 0 ? `, and ${degraded} ${verb(degraded)} degraded` : ''
    const all_ = down === all ? 'down' : 'degraded'
    return { state: all_, sentence: `${counted(down, all)} ${verb(down)} down${also}.` }
  }
  if (degraded > 0) return { state: 'degraded', sentence: `${counted(degraded, all)} ${verb(degraded)} degraded.` }
  if (openIncidents > 0) return { state: 'degraded', sentence: `${incidents}.` }
  if (all === 0) return { state: 'unknown', sentence: 'No components are shown yet.' }
  if (unknown > 0) return { state: 'unknown', sentence: known }
  if (maintained > 0)
    return { state: 'maintenance', sentence: `${counted(maintained, all)} ${verb(maintained)} under maintenance.` }
  return {
    state: 'operational',
    sentence: all === 1 ? 'The component is operational.' : 'All components are operational.',
  }
}
