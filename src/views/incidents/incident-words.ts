import type { Impact, IncidentState } from '../../contract/incidents/incident-words.ts'
import type { Status } from '../parts/text/category.ts'

/** Words of states. */
export const stateWords: Readonly<Record<IncidentState, string>> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
}

/** Words of impacts. */
export const impactWords: Readonly<Record<Impact, string>> = {
  minor: 'Minor',
  major: 'Major',
  critical: 'Critical',
}

/** The shape and colour of an incident's state. */
export const stateCategory = (state: IncidentState): Status =>
  state === 'resolved' ? 'PASS' : state === 'monitoring' ? 'WARNING' : 'FAIL'
