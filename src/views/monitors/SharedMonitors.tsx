import { useMachine } from '../core/machines-of.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { Go } from '../parts/act/Go.tsx'
import { Segmented } from '../parts/form/Segmented.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { formats } from '../parts/text/format.ts'
import { Named } from '../parts/text/Named.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Method, Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import { type SharedMonitor, sharedMonitorList } from './shared-monitor-list.ts'

const NotShared = () => <span className="muted">not shared</span>

const columns: readonly Column<SharedMonitor>[] = [
  {
    id: 'result',
    head: 'Result',
    cell: ({ shown, last_result: last }) =>
      last ? (
        <Badge category={last.result_category} />
      ) : shown.results ? (
        <span className="muted">—</span>
      ) : (
        <NotShared />
      ),
  },
  {
    id: 'name',
    head: 'Monitor',
    names: true,
    grows: true,
    cell: ({ meta, request }) => (
      <Named
        below={
          request && (
            <>
              <Method name={request.method} />
              <code className="trunc">{request.url.replace(/^https?:\/\//, '')}</code>
            </>
          )
        }
      >
        {meta.name}
      </Named>
    ),
  },
  { id: 'project', head: 'Project', hide: 's', cell: ({ meta }) => <span className="sec">{meta.project_name}</span> },
  { id: 'tags', head: 'Tags', hide: 'm', cell: ({ meta }) => <Tags names={meta.tags} most={2} /> },
  {
    id: 'pass-rate',
    head: 'Pass rate',
    align: 'end',
    cell: ({ shown, pass_rate_24h: rate }) =>
      rate !== null ? formats.rate(rate) : shown.stats ? <span className="muted">—</span> : <NotShared />,
  },
  {
    id: 'median',
    head: 'Median, ms',
    align: 'end',
    hide: 't',
    cell: ({ median_24h: median }) =>
      median === null ? <span className="muted">—</span> : formats.count(Math.round(median)),
  },
  {
    id: 'last-run',
    head: 'Last run',
    align: 'end',
    hide: 's',
    cell: ({ last_result: last }) =>
      last ? (
        <span className="sec">
          <Time at={last.time} />
        </span>
      ) : (
        <span className="muted">—</span>
      ),
  },
]

const SCOPES = [
  { value: 'organization', label: 'Organization' },
  { value: 'everyone', label: 'Everyone' },
]

/** Monitors that projects share: with the organization of the open project, or with every account. */
export const SharedMonitors = () => {
  const { search } = useCurrentRoute()
  const orgId = useMachine('project', (snapshot) => snapshot?.context.current?.project.org_id ?? null)
  const scope = orgId === null ? 'everyone' : search.with === 'everyone' ? 'everyone' : 'organization'
  const org = scope === 'everyone' ? 'public' : (orgId ?? 'public')
  return (
    <ListScreen
      key={org}
      listing={useListing(sharedMonitorList, { params: { org } })}
      columns={columns}
      head={() => (
        <PageHead
          title={sharedMonitorList.title}
          lead={
            scope === 'everyone'
              ? 'Shared with every account of this installation.'
              : 'Shared with the members of this organization.'
          }
          actions={
            <>
              {orgId !== null && (
                <Segmented
                  label="Shared with"
                  value={scope}
                  options={SCOPES}
                  acting={(value) => ({ command: 'monitor.show-shared', args: { with: value } })}
                />
              )}
              <Go to="monitors" kind="secondary">
                All monitors
              </Go>
            </>
          }
        />
      )}
    />
  )
}
