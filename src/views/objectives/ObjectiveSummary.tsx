import { useResource } from '../core/use-resource.ts'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { leftWords } from './figures.ts'
import classes from './objectives.module.css'
import { StateBadge } from './StateBadge.tsx'

/** The objectives of a project, a line each; nothing without any. */
export const ObjectiveSummary = () => {
  const slo = useResource('objective.read', {}).data
  const { data } = useResource('objective.attainment', slo && slo.objectives.length > 0 ? {} : null)
  if (!data || data.data.length === 0) return null
  return (
    <Card
      title="Objectives"
      actions={
        <Go to="objectives" kind="ghost" size="small">
          All objectives
        </Go>
      }
      flush
    >
      <ul className={classes.summary}>
        {data.data.map(({ id, name, state, budget, missing }) => (
          <li key={id}>
            <StateBadge state={state} />
            <span className={classes.wide}>{name}</span>
            <span className="num muted">
              {budget ? leftWords(budget.remaining) : state === 'no_data' ? <span data-tip={missing}>—</span> : ''}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
