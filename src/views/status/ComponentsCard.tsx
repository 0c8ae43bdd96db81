import { useEffect, useMemo, useRef } from 'react'
import { moved } from '../../domain/core/moved.ts'
import { MOST_COMPONENTS } from '../../domain/status/status-page-rules.ts'
import { useResource } from '../core/use-resource.ts'
import { problemAt } from '../kit/form/field-errors.ts'
import type { RecordFormState } from '../kit/form/use-record-form.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Card } from '../parts/text/Card.tsx'
import { ComponentFields } from './ComponentFields.tsx'
import classes from './status.module.css'
import { NEW_COMPONENT, type StatusForm } from './status-form.ts'

/** Monitors to choose from, by name. */
const useMonitorOptions = () => {
  const { data } = useResource('monitor.list', {})
  return useMemo(
    () =>
      (data?.data ?? [])
        .filter(({ meta }) => meta.workspace !== '_meta')
        .map(({ id, meta }) => ({ value: id, label: meta.name }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [data],
  )
}

/** The components of a status page, in their order. */
export const ComponentsCard = ({ form }: { form: RecordFormState<StatusForm> }) => {
  const { draft, change, problems } = form
  const { components } = draft
  const monitors = useMonitorOptions()
  const wanted = useRef<string | null>(null)
  // A new row takes the focus, and a moved one keeps it. Removing one would lose it.
  useEffect(() => {
    if (wanted.current !== null) document.getElementById(wanted.current)?.focus()
    wanted.current = null
  })
  const nameId = (index: number) => fieldId(`components[${index}].name`)
  const set = (rows: StatusForm['components']) => change('components', rows)
  const add = () => {
    wanted.current = nameId(components.length)
    set([...components, NEW_COMPONENT])
  }
  const remove = (index: number) => {
    const next = components.toSpliced(index, 1)
    wanted.current = next.length === 0 ? 'components-add' : nameId(Math.min(index, next.length - 1))
    set(next)
  }
  const move = (from: number, to: number) => {
    wanted.current = nameId(to)
    set(moved(components, from, to))
  }
  const whole = problemAt(problems, 'components')
  return (
    <Card title="Components" sub={components.length === 0 ? 'none' : `${components.length}`}>
      <div className="stack">
        {components.length === 0 && (
          <p className="muted">
            A component is what visitors know: “Checkout”, “API”. Its state comes from one or more monitors, whose names
            and addresses stay private.
          </p>
        )}
        {components.length > 0 && (
          <ol className={classes.rows}>
            {components.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity before they are stored
              <li key={index} className={classes.row} aria-label={`Component ${index + 1}`}>
                <ComponentFields form={form} row={row} index={index} monitors={monitors} />
                <span className={classes.acts}>
                  <FormButton
                    kind="ghost"
                    size="small"
                    icon="up"
                    iconOnly
                    label={`Move component ${index + 1} up`}
                    onPress={() => move(index, Math.max(0, index - 1))}
                  />
                  <FormButton
                    kind="ghost"
                    size="small"
                    icon="down"
                    iconOnly
                    label={`Move component ${index + 1} down`}
                    onPress={() => move(index, Math.min(components.length - 1, index + 1))}
                  />
                  <FormButton
                    kind="ghost"
                    size="small"
                    icon="trash"
                    iconOnly
                    label={`Remove component ${index + 1}`}
                    onPress={() => remove(index)}
                  />
                </span>
              </li>
            ))}
          </ol>
        )}
        {whole !== undefined && (
          <Problem id={fieldId('components')} focusable>
            {whole}
          </Problem>
        )}
        {components.length < MOST_COMPONENTS && (
          <p className="row">
            <FormButton id="components-add" kind="ghost" size="small" icon="plus" label="Add component" onPress={add} />
          </p>
        )}
      </div>
    </Card>
  )
}
