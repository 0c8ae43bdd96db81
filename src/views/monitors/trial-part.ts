import type { ProductContract } from '../../contract/contract.ts'
import type { BodyOf } from '../../contract/core/endpoint.ts'
import { draftOf, formOf } from './monitor-form.ts'
import type { Monitor } from './monitor-list.ts'

type TrialBody = BodyOf<ProductContract['trial.start']>

/** A stored monitor as a trial of it is asked for. Secrets are masked, and taken from the stored monitor. */
export const trialPartOf = (monitor: Monitor): Pick<TrialBody, 'request' | 'setup'> =>
  monitor.type === 'api'
    ? { request: draftOf(formOf(monitor, { meta: {}, conditions: [] })).request }
    : { setup: monitor.setup }
