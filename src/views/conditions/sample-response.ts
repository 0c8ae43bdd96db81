import type { Shape } from '../../contract/core/endpoint.ts'
import type { detail } from '../../contract/results/results.ts'
import type { Outcome } from '../../domain/conditions/conditions.ts'
import { outcomeOfDetail } from '../../domain/conditions/outcome-of-detail.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import type { Timing } from '../../domain/statistics/latency-metrics.ts'

/** A response that conditions are made of and tried against. */
export type Sample = {
  readonly id: string
  readonly kind: 'result' | 'trial'
  readonly outcome: Outcome
  /** When the run started. */
  readonly at: string
  readonly locationId: string
  /** Variables of the run, which placeholders in conditions read. */
  readonly variables: Readonly<Record<string, string>>
  /** Secrets were masked in the response. */
  readonly isMasked: boolean
}

type Detail = Shape<typeof detail>

type Ran = Pick<Sample, 'id' | 'kind' | 'at' | 'locationId'> & {
  readonly detail: Pick<Detail, 'response' | 'redirects' | 'tls'>
  readonly variables: Detail['variables'] | undefined
  readonly timing: Timing
  readonly responseSize: number
}

/** The response of a run; null if it has none. */
export const sampleOf = ({ detail, variables, timing, responseSize, ...ran }: Ran): Sample | null => {
  const { response } = detail
  if (!response) return null
  return {
    ...ran,
    outcome: outcomeOfDetail({ detail, timing, responseSize, startedMs: Date.parse(ran.at) }),
    variables: { ...variables?.initial },
    isMasked: (response.body?.includes(MASK) ?? false) || response.headers.some(({ value }) => value.includes(MASK)),
  }
}
