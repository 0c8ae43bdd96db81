import { useCurrentRoute } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { PageLinks } from '../kit/list/PageLinks.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import classes from './alerts.module.css'
import { DecisionItem } from './DecisionItem.tsx'
import { decisionGroups } from './decision-groups.ts'
import type { Decision } from './decision-words.ts'
import { ResultLink, TargetLink } from './TargetLink.tsx'

/** Decisions read at once: most of them repeat the one before, and are shown as one. */
const PAGE = 100

const About = ({ decision, withMonitor }: { decision: Decision; withMonitor: boolean }) => (
  <>
    {withMonitor && decision.call_id !== null && (
      <TargetLink kind={decision.call_kind} id={decision.call_id}>
        {decision.call_name}
      </TargetLink>
    )}
    {decision.result_id !== null && (
      <ResultLink kind={decision.call_kind} resultId={decision.result_id}>
        Result
      </ResultLink>
    )}
  </>
)

/** Decisions of an alert, newest first, for all monitors or one. `decided` in the address is the cursor of the page. */
export const Decisions = ({ webhookId, monitorId }: { webhookId: string; monitorId?: string | undefined }) => {
  const { search } = useCurrentRoute()
  const cursor = search.decided
  const query = { limit: PAGE, ...(monitorId !== undefined && { monitor_id: monitorId }), ...(cursor && { cursor }) }
  const { data, error, refetch, status } = useResource('alert.decisions', { params: { id: webhookId }, query })
  const slow = useSlow(status === 'pending' && !data)
  const decisions = data?.data ?? []
  const next = data?.meta.next_cursor ?? null
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
        {decisionGroups(decisions).map((group) => {
          const [decision] = group
          return (
            <DecisionItem
              key={`${decision.call_id} ${decision.no_data?.location_id} ${decision.result_id} ${decision.time} ${decision.outcome}`}
              decision={decision}
              group={group}
              about={<About decision={decision} withMonitor={monitorId === undefined} />}
            />
          )
        })}
      </ul>
      <PageLinks next={next} parameter="decided" hash="decisions" />
    </Card>
  )
}
