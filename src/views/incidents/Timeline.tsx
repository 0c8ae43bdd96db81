import { useCurrentRoute } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { PageLinks } from '../kit/list/PageLinks.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import classes from './incidents.module.css'
import { TimelineItem } from './TimelineItem.tsx'

/** Events of an incident, newest first. `before` in the address is the cursor of the page. */
export const Timeline = ({ incidentId }: { incidentId: string }) => {
  const { search } = useCurrentRoute()
  const cursor = search.before
  const { data, error, refetch, status } = useResource('incident.timeline', {
    params: { id: incidentId },
    query: { limit: 50, ...(cursor && { cursor }) },
  })
  const slow = useSlow(status === 'pending' && !data)
  const entries = data?.data ?? []
  return (
    <Card title={<span id="timeline">Timeline</span>} sub="newest first" flush>
      {!data && error && <LoadError error={error} refetch={refetch} />}
      {!data && slow && <Loading page={false} />}
      {data && entries.length === 0 && (
        <p className={classes.none}>
          Nothing yet. Updates, failing results, decisions of alerts and their messages are listed here.
        </p>
      )}
      {entries.length > 0 && (
        <ul className={classes.list}>
          {entries.map((entry) => (
            <TimelineItem key={`${entry.type} ${entry.id}`} entry={entry} />
          ))}
        </ul>
      )}
      <PageLinks next={data?.meta.next_cursor ?? null} hash="timeline" />
    </Card>
  )
}
