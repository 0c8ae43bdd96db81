import { SCREEN_OF_GROUP } from '../../commands/conditions/screen-of-group.ts'
import { Go } from '../parts/act/Go.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Verdict } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Code } from '../parts/text/Code.tsx'
import { formats } from '../parts/text/format.ts'
import { type Evidence, evidenceOf, type Result } from './full-result.ts'
import classes from './result.module.css'
import { countWords, failuresFirst, heldOf, measured, questionOf } from './result-words.ts'

const OUTCOME_WORDS = { none: 'No change', pass: 'Pass', slow: 'Slow', warning: 'Warning', fail: 'Fail' } as const

/** A condition's subject, and below it its message, why it was not evaluated, and where it is set if it is for all monitors. */
const About = ({ row: { group, scope, message, note, ...row } }: { row: Evidence['conditions'][number] }) => (
  <span className={classes.condition}>
    <span>
      {questionOf({ ...row, group }).about}
      {scope === 'project' && (
        <>
          {' '}
          <Go to={SCREEN_OF_GROUP[group]} kind="text" className={classes.scope}>
            for all monitors
          </Go>
        </>
      )}
    </span>
    {message && <span className={classes.said}>“{message}”</span>}
    {note && <span className={classes.said}>{note}</span>}
  </span>
)

/** Outcome of each condition, failed ones first. */
export const ConditionsCard = ({ result, conditions }: { result: Result; conditions: Evidence['conditions'] }) => {
  const edit = result.meta && (
    <Go to="monitor-assertions" params={{ callId: result.meta.call_id }} kind="ghost" size="small">
      Edit conditions
    </Go>
  )
  if (conditions.length === 0)
    return (
      <Card title="Conditions" actions={edit}>
        <p className="muted">
          {result.http_code === null
            ? 'No condition was checked, because there was no response.'
            : 'No condition was checked.'}
        </p>
      </Card>
    )
  const rows = failuresFirst(conditions)
  const isPage = evidenceOf(result).browser !== null
  return (
    <Card title="Conditions" sub={countWords(conditions)} actions={edit} flush>
      <Table
        label="Conditions"
        dense
        rows={rows}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        columns={[
          { id: 'verdict', head: 'Verdict', cell: (row) => <Verdict held={heldOf(row)} /> },
          { id: 'name', head: 'Condition', grows: true, cell: (row) => <About row={row} /> },
          {
            id: 'expected',
            head: 'Check',
            hide: 's',
            className: classes.value,
            cell: (row) => <span className="sec">{measured(questionOf(row).expected, row, isPage)}</span>,
          },
          {
            id: 'actual',
            head: 'Actual',
            className: classes.value,
            cell: (row) => (
              <span className="mono" data-tip={row.actual}>
                {row.actual === null ? 'nothing' : measured(row.actual, row, isPage)}
              </span>
            ),
          },
          {
            id: 'outcome',
            head: 'Outcome',
            hide: 't',
            cell: (row) => <span className="sec">{OUTCOME_WORDS[row.outcome]}</span>,
          },
        ]}
      />
    </Card>
  )
}

/** The hops before the last. */
export const RedirectsCard = ({ redirects }: { redirects: Evidence['redirects'] }) => {
  if (redirects.length === 0) return null
  return (
    <Card title="Redirects" sub={`${redirects.length} before the last request`} flush>
      <Table
        label="Redirects"
        dense
        rows={redirects.map((hop, index) => ({ ...hop, place: index + 1 }))}
        rowId={(row) => String(row.place)}
        rowName={(row) => row.url}
        columns={[
          { id: 'place', head: 'Hop', cell: (row) => row.place },
          { id: 'method', head: 'Method', cell: (row) => row.method ?? '' },
          { id: 'url', head: 'Address', grows: true, cell: (row) => <code>{row.url}</code> },
          { id: 'code', head: 'Code', align: 'end', cell: (row) => row.status_code },
          { id: 'ms', head: 'Time', align: 'end', cell: (row) => formats.phase(row.ms) },
        ]}
      />
    </Card>
  )
}

/** The agent's log of the run. */
export const LogCard = ({ evidence }: { evidence: Evidence }) => {
  const { messages, exception, exceptionDebug } = evidence
  const lines = [...messages, ...(exception ? [exception] : []), ...(exceptionDebug ? [exceptionDebug] : [])]
  return (
    <Card title="Agent log">
      {lines.length === 0 ? (
        <p className="muted">No messages.</p>
      ) : (
        <Code className={classes.log} text={lines.join('\n')} label="Agent log" />
      )}
    </Card>
  )
}
