import { useCurrentRoute } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Go, LinkTo } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import classes from './alerts.module.css'
import { DecisionItem } from './DecisionItem.tsx'
import type { Decision } from './decision-words.ts'

const PAGE = 20

const About = ({ decision, withMonitor }: { decision: Decision; withMonitor: boolean }) => (
  <>
    {withMonitor && decision.call_id !== null && (
      <Go to="monitor" params={{ callId: decision.call_id }} className="trunc" current="never">
        {decision.call_name}
      </Go>
    )}
    {decision.result_id !== null && (
      <Go to="result" params={{ resultId: decision.result_id }} current="never">
        Result
      </Go>
    )}
  </>
)

/** What an alert decided lately, newest first, of all monitors or of one. `decided` in the address is where a page begins. */
export const Decisions = ({ webhookId, monitorId }: { webhookId: string; monitorId?: string | undefined }) => {
  const { name, params, search } = useCurrentRoute()
  const cursor = search.decided
  const query = { limit: PAGE, ...(monitorId !== undefined && { monitor_id: monitorId }), ...(cursor && { cursor }) }
  const { data, error, refetch, status } = useResource('alert.decisions', { params: { id: webhookId }, query })
  const slow = useSlow(status === 'pending' && !data)
  const decisions = data?.data ?? []
  const next = data?.meta.next_cursor ?? null
  const at = (decided: string | undefined) => ({ to: name, params, search: { ...search, decided }, hash: 'decisions' })
  return (
    <Card title={<span id="decisions">Decisions</span>} sub="why it was sent or not" flush>
      {!data && error && <LoadError error={error} refetch={refetch} />}
      {!data && slow && <Loading page={false} />}
      {data && decisions.length === 0 && (
        <p className={classes.none}>
          {cursor
            ? 'Older decisions are deleted.'
            : 'No decisions yet. Each result that this alert covers leads to a decision, kept here for 30 days.'}
        </p>
      )}
      <ul className={classes.list}>
        {decisions.map((decision) => (
          <DecisionItem
            key={`${decision.call_id} ${decision.no_data?.location_id} ${decision.result_id} ${decision.time} ${decision.outcome}`}
            decision={decision}
            about={<About decision={decision} withMonitor={monitorId === undefined} />}
          />
        ))}
      </ul>
      {(next !== null || cursor) && (
        <p className={classes.pages}>
          {cursor && (
            <LinkTo {...at(undefined)} kind="secondary" size="small" current="never">
              Newest
            </LinkTo>
          )}
          {next !== null && (
            <LinkTo {...at(next)} kind="secondary" size="small" current="never">
              Older
            </LinkTo>
          )}
        </p>
      )}
    </Card>
  )
}
