import type { IncidentState } from '../../contract/incidents/incident-words.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { stateCategory, stateWords } from './incident-words.ts'

/** State of an incident: shape, word and colour. */
export const StateBadge = ({ state, look }: { state: IncidentState; look?: 'soft' | 'plain' }) => (
  <Badge category={stateCategory(state)} word={stateWords[state]} look={look} />
)
