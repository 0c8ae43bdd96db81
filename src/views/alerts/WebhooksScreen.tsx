import { useMemo } from 'react'
import { usePlace, useTitle } from '../core/use-place.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { Trouble } from '../kit/detail/Trouble.tsx'
import { useSearchFocus } from '../kit/list/use-search-focus.ts'
import { useTypedParam } from '../kit/list/use-typed-param.ts'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { WebhookFilters } from './WebhookFilters.tsx'
import { WebhookTable } from './WebhookTable.tsx'
import { siftedWebhooks, webhookFilter } from './webhook-list.ts'

const NoAlerts = () => (
  <Card label="Alerts">
    <EmptyState
      title="No alerts yet"
      line="create alert email ops@example.com"
      actions={
        <>
          <Act command="webhook.new" args={{ type: 'email' }} kind="primary" icon="mail" label="Alert by mail" />
          <Act command="webhook.new" label="Other ways" />
        </>
      }
    >
      An alert tells people, chats and other systems when a monitor fails, and again when it is back to normal.
    </EmptyState>
  </Card>
)

const NoMatch = () => (
  <Card label="Alerts">
    <EmptyState title="No alert matches" actions={<Act command="list.clear-filter" label="Clear the filter" />}>
      All alerts of this project are hidden by the filter. Search for fewer words, or clear it.
    </EmptyState>
  </Card>
)

/** Who is told when results turn out badly. */
const WebhooksScreen = () => {
  const { search } = usePlace()
  const { status, data, error, refetch } = useResource('webhook.list', {})
  const [typed, type] = useTypedParam('search')
  useTitle()
  useSearchFocus()
  const slow = useSlow(status === 'pending' && !data)
  const filter = useMemo(() => ({ ...webhookFilter(search), search: typed }), [search, typed])
  const rows = useMemo(() => siftedWebhooks(data?.data ?? [], filter, Date.now()), [data, filter])
  if (!data) {
    if (error) return <Trouble page error={error} refetch={refetch} />
    return slow ? <Loading label="Alerts & Webhooks" /> : null
  }
  const all = data.data
  return (
    <>
      <PageHead
        title="Alerts & Webhooks"
        actions={all.length > 0 && <Act command="webhook.new" kind="primary" icon="plus" />}
      />
      {error && <Notice kind="warning">{`What you see may be old: ${error.message}`}</Notice>}
      {all.length === 0 ? (
        <NoAlerts />
      ) : (
        <>
          <WebhookFilters all={all} shown={rows.length} filter={filter} onSearch={type} />
          {rows.length === 0 ? <NoMatch /> : <WebhookTable rows={rows} />}
        </>
      )}
    </>
  )
}

export default WebhooksScreen
