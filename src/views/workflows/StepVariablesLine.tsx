import { Go } from '../parts/act/Go.tsx'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import type { StepVariables } from './use-step-variables.ts'
import classes from './workflow-form.module.css'

const numbers = (indexes: readonly number[]): string => indexes.map((index) => index + 1).join(', ')

/** Who uses a value that a step sets, and whether it is shown. */
const setWords = ({ read_by: readBy, masking }: StepVariables['sets'][number]): string => {
  const used =
    readBy.length === 0
      ? ', which no later step uses'
      : `, used by ${readBy.length === 1 ? 'step' : 'steps'} ${numbers(readBy)}`
  return masking === 'shown-masked' ? `${used}; shown masked` : used
}

/** The origin of a value, in a few words. */
const Source = ({ used }: { used: StepVariables['uses'][number] }) => {
  const { name, source, step, workspace } = used
  if (source === 'step') return `from step ${(step ?? 0) + 1}`
  if (source === 'workspace')
    return (
      <Go to="environment" params={{ workspace: workspace ?? '' }} search={{ search: name }} kind="text">
        {workspace}
      </Go>
    )
  return { monitor: 'own', auth: 'auth setting', system: 'system', context: 'run', unknown: 'not set' }[source]
}

/** Variables that a step sets and uses, and those that nothing sets. */
export const StepVariablesLine = ({ variables }: { variables: StepVariables }) => {
  const { sets, uses, missing } = variables
  const known = uses.filter(({ name }) => !missing.includes(name))
  if (sets.length + uses.length === 0) return null
  return (
    <ul className={classes.variables}>
      {missing.map((name) => (
        <li key={`missing ${name}`} className={classes.missing}>
          <StatusShape category="FAIL" />
          <span>
            <code>{name}</code> is missing: no earlier step and no environment sets it.
          </span>
        </li>
      ))}
      {sets.map((set) => (
        <li key={`sets ${set.condition_id} ${set.name}`}>
          <span className={classes.verb}>sets</span> <code>{set.name}</code>
          <span className="muted">{setWords(set)}</span>
        </li>
      ))}
      {known.map((used) => (
        <li key={`uses ${used.name}`}>
          <span className={classes.verb}>uses</span> <code>{used.name}</code>{' '}
          <span className="muted">
            <Source used={used} />
          </span>
        </li>
      ))}
    </ul>
  )
}
