import type { ObjectiveState } from '../../domain/objectives/attainment.ts'
import { Badge } from '../parts/text/Badge.tsx'
import type { Status } from '../parts/text/category.ts'

const LOOKS: Readonly<Record<ObjectiveState, { readonly category: Status; readonly word: string }>> = {
  met: { category: 'PASS', word: 'Met' },
  at_risk: { category: 'WARNING', word: 'At risk' },
  breached: { category: 'FAIL', word: 'Breached' },
  no_data: { category: 'NO_DATA', word: 'No data' },
}

/** The state of an objective. */
export const StateBadge = ({ state }: { state: ObjectiveState }) => <Badge {...LOOKS[state]} look="plain" />
