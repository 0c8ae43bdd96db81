import type { Trial } from '../../commands/runs/trials.ts'
import { type Sample, sampleOf } from '../conditions/sample-response.ts'

/** The response of a trial; null if it has none. */
export const trialSample = (trial: Trial | null): Sample | null => {
  const outcome = trial?.outcome
  if (!trial || !outcome) return null
  const { detail, timing, response_size: responseSize, started: at } = outcome
  return sampleOf({
    id: trial.id,
    kind: 'trial',
    at,
    locationId: trial.location_id,
    detail,
    variables: detail.variables,
    timing,
    responseSize,
  })
}
