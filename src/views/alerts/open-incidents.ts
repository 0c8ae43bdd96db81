import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { grouped } from '../../domain/core/grouped.ts'

export type OpenAlert = AnswerOf<ProductContract['alert.open']>['data'][number]

/** The open alerts of one monitor. */
export type OpenIncident = {
  readonly monitor: Pick<OpenAlert, 'call_id' | 'call_name' | 'call_kind'>
  readonly since: string | null
  readonly alerts: readonly OpenAlert[]
  /** Who acknowledged all of them, and when; null while one waits. */
  readonly acknowledged: OpenAlert['acknowledged']
}

/** Open alerts by monitor, in the order of the first of each. */
export const incidentsOf = (alerts: readonly OpenAlert[]): OpenIncident[] =>
  [...grouped(alerts, ({ call_id }) => call_id).values()].flatMap((own): OpenIncident[] => {
    const [first] = own
    if (!first) return []
    const since = own.reduce<string | null>(
      (least, each) => (each.since !== null && (least === null || each.since < least) ? each.since : least),
      null,
    )
    const isWaiting = own.some(({ acknowledged }) => acknowledged === null)
    return [{ monitor: first, since, alerts: own, acknowledged: isWaiting ? null : first.acknowledged }]
  })
