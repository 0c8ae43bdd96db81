import { GRAPH_TYPES, GRAPH_WORDS } from '../../domain/reports/graph-types.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import type { Group } from './figures-columns.tsx'
import { PublicLink } from './PublicLink.tsx'
import { ReportFiguresView, scopeWords } from './ReportFiguresView.tsx'
import type { Report } from './report-list.ts'
import { usePrinting } from './use-printing.ts'

const Name = ({ row }: { row: Group['rows'][number] }) =>
  row.missing ? (
    <>
      {row.label} <small className="bad">deleted</small>
    </>
  ) : (
    <>
      <Go to="monitor" params={{ callId: row.call_id }}>
        {row.label}
      </Go>
      {row.dest_ip !== null && <small className="muted"> {row.dest_ip}</small>}
    </>
  )

const GroupActions = ({ report, group }: { report: Report; group: Group }) =>
  group.rows.length === 0 ? null : (
    <Menu
      label={`Charts and CSV of ${group.name}`}
      icon="chart"
      iconOnly
      size="small"
      items={[
        ...GRAPH_TYPES.map((graphType) => ({
          to: 'report-graph' as const,
          params: { reportId: report.id, groupId: group.id, graphType },
          label: GRAPH_WORDS[graphType],
          icon: 'chart' as const,
        })),
        'rule',
        { command: 'report.download', args: { report: report.id, group: group.id }, icon: 'download' },
        {
          command: 'report.download',
          args: { report: report.id, group: group.id, locations: true },
          icon: 'download',
          label: 'CSV by location',
        },
      ]}
    />
  )

/** Offers the file that an old address of a CSV stands for. */
const Download = ({
  report: { id, report },
  byLocation,
  groupId,
}: {
  readonly report: Report
  readonly byLocation: boolean
  readonly groupId: string | undefined
}) => {
  const group = report.groups.find((each) => each.id === groupId)
  if (groupId !== undefined && !group)
    return (
      <Notice kind="warning" title="This address names a group that the report does not have.">
        The whole report is shown. Its CSV is under “More actions”.
      </Notice>
    )
  return (
    <Notice
      kind="info"
      title={`This address is that of a CSV file: ${group ? `“${group.name}”` : 'the whole report'}${byLocation ? ', a row for each location' : ''}.`}
      actions={
        <Act
          command="report.download"
          args={{ report: id, ...(group && { group: group.id }), ...(byLocation && { locations: true }) }}
          size="small"
          icon="download"
        />
      }
    />
  )
}

/** A report: its figures, its public link, and what can be done with it. */
export const ReportView = ({ report }: { report: Report }) => {
  const { id, meta, missing_call_ids: missing } = report
  const args = { report: id }
  const figures = useResource('report.figures', { params: { id } })
  const isEmpty = report.report.groups.every(({ rows }) => rows.length === 0)
  const { csv, group: groupId } = useCurrentRoute().search
  usePrinting()
  return (
    <>
      <PageHead
        title={meta.name}
        badge={meta.public && <Tags names={['public']} />}
        lead={figures.data ? scopeWords(figures.data) : (meta.description ?? undefined)}
        actions={
          <>
            <Menu
              label="More actions"
              icon="more"
              iconOnly
              items={[
                { command: 'report.download', args, icon: 'download' },
                {
                  command: 'report.download',
                  args: { ...args, locations: true },
                  icon: 'download',
                  label: 'CSV by location',
                },
                'rule',
                { command: 'report.remove', args, icon: 'trash', danger: true },
              ]}
            />
            <Act command="report.print" />
            <Act command="report.edit" args={args} kind="primary" icon="edit" />
          </>
        }
      />
      {figures.data && meta.description && <p className="lead">{meta.description}</p>}
      {missing.length > 0 && (
        <Notice
          kind="warning"
          title={missing.length === 1 ? 'A monitor of this report was deleted' : 'Monitors of this report were deleted'}
        >
          Its rows have no figures. Edit the report to remove them, or restore the monitor.
        </Notice>
      )}
      {csv && <Download report={report} byLocation={csv === 'locations'} groupId={groupId} />}
      {isEmpty ? (
        <EmptyState
          title="No monitors in this report yet"
          actions={<Act command="report.edit" args={args} kind="primary" label="Add monitors" hint={false} />}
          line={`add report-row "${meta.name}" checkout`}
        >
          Add monitors in groups: each group is a table, with a line for all of its monitors together.
        </EmptyState>
      ) : (
        <Loaded of={figures} page={false} label={meta.name}>
          {(data) => (
            <ReportFiguresView
              figures={data}
              nameOf={(row) => <Name row={row} />}
              actionsOf={(group) => <GroupActions report={report} group={group} />}
            />
          )}
        </Loaded>
      )}
      <PublicLink report={report} />
    </>
  )
}
