import { LinkTo } from '../parts/act/Go.tsx'
import type { LinkTarget } from '../parts/act/links.ts'
import { Menu, type MenuItem } from '../parts/act/Menu.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Named } from '../parts/text/Named.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './environments.module.css'
import type { Variable } from './variable-list.ts'

const Value = ({ variable: { value, secret, origins } }: { variable: Variable }) =>
  secret ? (
    <Named below={<span className="trunc">only to {origins.join(', ')}</span>}>
      <Tags names={['secret']} />
    </Named>
  ) : (
    <code className={classes.value}>{value === '' ? <span className="muted">empty</span> : value}</code>
  )

const linkTo = ({ kind, id, name: label }: Variable['used_by'][number]): MenuItem & LinkTarget => {
  if (kind === 'monitor') return { to: 'monitor-edit', params: { callId: id }, label, icon: 'monitor' }
  if (kind === 'workflow') return { to: 'workflow-edit', params: { workflowId: id }, label, icon: 'workflow' }
  if (kind === 'webhook') return { to: 'webhook', params: { webhookId: id }, label, icon: 'bell' }
  return { to: 'assertions-http', label, icon: 'assertions' }
}

/** The monitors and alerts that read a variable: a link to the only one, or a menu. */
const UsedBy = ({ variable: { name, used_by } }: { variable: Variable }) => {
  const [first] = used_by
  if (!first) return <span className="muted">nothing</span>
  if (used_by.length === 1)
    return (
      <LinkTo to={linkTo(first).to} params={linkTo(first).params} kind="text">
        {first.name}
      </LinkTo>
    )
  const face = used_by.every(({ kind }) => kind === 'monitor') ? 'monitors' : 'places'
  return (
    <Menu label={`What reads ${name}`} face={`${used_by.length} ${face}`} kind="text" items={used_by.map(linkTo)} />
  )
}

/** Columns of the list of variables. */
export const variableColumns: readonly Column<Variable>[] = [
  {
    id: 'name',
    head: 'Name',
    names: true,
    cell: ({ name }) => (
      <code className={classes.name} title={name}>
        {name}
      </code>
    ),
  },
  {
    id: 'value',
    head: 'Value',
    grows: true,
    className: classes.values,
    cell: (variable) => <Value variable={variable} />,
  },
  { id: 'used', head: 'Used by', hide: 's', cell: (variable) => <UsedBy variable={variable} /> },
  {
    id: 'updated',
    head: 'Updated',
    hide: 't',
    cell: ({ updated, updated_by }) => (
      <span className="sec">
        <Time at={updated} />
        <small className="trunc">by {updated_by ?? 'a deleted account'}</small>
      </span>
    ),
  },
]
