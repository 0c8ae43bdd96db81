import { usePickableMonitors } from '../monitors/use-pickable-monitors.ts'
import classes from './report-form.module.css'
import type { ReportDraft } from './report-form.ts'

const Version = ({ title, draft }: { title: string; draft: ReportDraft }) => {
  const { monitors } = usePickableMonitors()
  return (
    <section className={classes.version} aria-label={title}>
      <h2>{title}</h2>
      <p className="small">{draft.name}</p>
      <ul className="small">
        {draft.groups.map(({ id, name, rows }) => (
          <li key={id}>
            {name}:{' '}
            {rows
              .map((row) => row.label ?? monitors.find((each) => each.id === row.call_id)?.name ?? 'Deleted monitor')
              .join(', ')}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Their version of a report beside the draft, on demand. */
export const ReportDifference = ({ theirs, mine }: { theirs: ReportDraft; mine: ReportDraft }) => (
  <details>
    <summary>Show the difference</summary>
    <div className={classes.versions}>
      <Version title="Their version" draft={theirs} />
      <Version title="Your version" draft={mine} />
    </div>
  </details>
)
