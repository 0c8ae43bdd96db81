import { SYSTEM_VARIABLES } from '../../domain/environments/system-variables.ts'
import { type ReadingMonitor, type UsedVariable, usedVariables } from '../../domain/environments/used-variables.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Go } from '../parts/act/Go.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { leadToField } from '../parts/form/lead-to-field.ts'
import { Card } from '../parts/text/Card.tsx'
import classes from './environments.module.css'

type SetVariable = { readonly name: string; readonly scope: 'workflow' | 'call_workspace' | 'global' }

type VariablesCardProps = {
  /** The monitor as its form has it, saved or not. */
  readonly monitor: ReadingMonitor
  /** The stored monitor; null for a new one. */
  readonly monitorId: string | null
  /** Variables that its conditions set. */
  readonly written: readonly SetVariable[]
}

const SYSTEM: ReadonlyMap<string, { readonly words: string }> = new Map(Object.entries(SYSTEM_VARIABLES))

/** Where a variable's value comes from, as a link to that place. */
const Source = ({ used, monitor }: { used: UsedVariable; monitor: ReadingMonitor }) => {
  const { name, source, workspace } = used
  if (source === 'workspace')
    return (
      <Go to="environment" params={{ workspace: workspace ?? '' }} search={{ search: name }} kind="text">
        {workspace}
      </Go>
    )
  if (source === 'monitor') {
    const row = monitor.variables.findIndex(({ key }) => key === name)
    return (
      <FormButton
        label="this monitor"
        icon="edit"
        kind="text"
        onPress={() => leadToField(fieldId(`request.variables[${row}].value`))}
      />
    )
  }
  if (source === 'system')
    return (
      <Go
        to="environments"
        hash={`system-${name}`}
        kind="text"
        current="never"
        {...(SYSTEM.has(name) && { tip: { 'data-tip': SYSTEM.get(name)?.words ?? '' } })}
      >
        system
      </Go>
    )
  if (source === 'context') return <span className="muted">the alert that starts it</span>
  if (source === 'auth') return <span className="muted">auth setting</span>
  return (
    <span className={classes.unset}>
      <span className="bad">not set</span>
      <Act
        command="variable.set"
        args={{ name, workspace: monitor.workspace }}
        kind="text"
        label="Set it"
        hint={false}
        icon="plus"
      />
    </span>
  )
}

const SCOPES = { workflow: 'this run', call_workspace: 'its environment', global: 'global' } as const

/** The variables that a monitor reads and writes while it is edited, each with a way to the place of its value. */
export const VariablesCard = ({ monitor, monitorId, written }: VariablesCardProps) => {
  const used = useUsed(monitor, monitorId)
  return (
    <Card title="Variables" sub={used.length === 0 ? undefined : `${used.length} read`}>
      <div className={classes.chips}>
        {used.map((each) => (
          <div key={each.name} className={classes.chip} data-variable={each.name} data-source={each.source}>
            <code data-tip={each.where.join(', ')}>{each.name}</code>
            <Source used={each} monitor={monitor} />
          </div>
        ))}
        {written.map(({ name, scope }) => (
          <div key={`${name} ${scope}`} className={classes.chip} data-written={name}>
            <code>{name}</code>
            <span className="muted">set for {SCOPES[scope]}</span>
          </div>
        ))}
        <p className="muted">
          {used.length === 0
            ? 'This request uses no variables. Write {{ NAME }} to insert a value.'
            : 'A placeholder without a value is sent unchanged.'}
        </p>
      </div>
    </Card>
  )
}

/** Places of the form that show a stored secret as its mask: which variables it names, only the server knows. */
const maskedPlaces = ({ headers, parameters }: ReadingMonitor): ReadonlySet<string> =>
  new Set([
    ...headers.flatMap(({ key, value }) => (value === MASK ? [`header:${key}`] : [])),
    ...parameters.flatMap(({ key, value }) => (value === MASK ? [`query:${key}`] : [])),
  ])

const useUsed = (monitor: ReadingMonitor, monitorId: string | null): readonly UsedVariable[] => {
  const { data } = useResource('variable.list', {})
  const masked = maskedPlaces(monitor)
  const stored = useResource('variable.used', monitorId === null ? null : { params: { id: monitorId } })
  const names = new Map<string, Set<string>>()
  for (const { workspace, name } of data?.results ?? [])
    names.set(workspace, (names.get(workspace) ?? new Set()).add(name))
  const known = stored.data?.results ?? []
  const ofAuth = new Set(known.flatMap(({ name, source }) => (source === 'auth' ? [name] : [])))
  const shown = usedVariables(monitor, (workspace) => names.get(workspace) ?? new Set(), ofAuth)
  const hidden = known.filter(
    ({ name, where }) => where.some((place) => masked.has(place)) && !shown.some((each) => each.name === name),
  )
  return [...shown, ...hidden]
}
