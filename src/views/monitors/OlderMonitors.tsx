import { hangsOnNumericTexts } from '../../domain/conditions/comparison.ts'
import { sentenceOf } from '../conditions/condition-words.ts'
import { useResource } from '../core/use-resource.ts'
import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { Go } from '../parts/act/Go.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { classNames } from '../parts/text/class-names.ts'
import { Named } from '../parts/text/Named.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import classes from './monitors.module.css'
import { type OlderMonitor, olderMonitorList, wouldDiffer } from './older-monitor-list.ts'

const Differences = ({ row }: { row: OlderMonitor }) =>
  wouldDiffer(row) ? (
    <ul className={classes.differences}>
      {row.rules
        .flatMap(({ differences }) => differences)
        .map((says) => (
          <li key={says}>{says}</li>
        ))}
    </ul>
  ) : (
    <p className={classNames(classes.differences, 'muted')}>Nothing, as it is now</p>
  )

const columns: readonly Column<OlderMonitor>[] = [
  {
    id: 'name',
    head: 'Monitor, and what the new rules would change',
    names: true,
    grows: true,
    cell: (row) => (
      <>
        <Named below={row.url}>{row.name}</Named>
        <Differences row={row} />
      </>
    ),
  },
]

/** Conditions for all monitors that compare texts in JSON as numbers; they are switched on their own screen. */
const ProjectRule = () => {
  const { data } = useResource('project-conditions.read', {})
  const older = data?.meta.numeric_texts === 'number' ? data.conditions.filter(hangsOnNumericTexts) : []
  if (older.length === 0) return null
  return (
    <Notice
      kind="info"
      title="Conditions for all monitors compare texts in JSON as numbers"
      actions={
        <Go to="assertions-body" kind="secondary" size="small">
          Conditions for all monitors
        </Go>
      }
    >
      {older.map(sentenceOf).join('; ')}
    </Notice>
  )
}

/** Monitors that go by rules from before 0.6, with what the new ones would change. */
export const OlderMonitors = () => (
  <ListScreen
    listing={useListing(olderMonitorList)}
    columns={columns}
    // The way back stays when the last one is switched.
    head={() => (
      <>
        <PageHead
          title={olderMonitorList.title}
          lead="An upgrade changes neither what a monitor sends nor how it is judged: these go by rules from before 0.6 until you switch them."
          actions={
            <Go to="monitors" kind="secondary">
              All monitors
            </Go>
          }
        />
        <ProjectRule />
      </>
    )}
  />
)
