import { Card } from '../parts/text/Card.tsx'
import { Code } from '../parts/text/Code.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './form.module.css'
import type { MonitorForm } from './monitor-form.ts'
import type { Monitor } from './monitor-list.ts'
import { requestPreview, variablesOf } from './request-preview.ts'

/** Beside the form: the variables that it reads, and a preview of the request. */
export const FormSide = ({ form, monitor }: { form: MonitorForm; monitor: Monitor | null }) => {
  const variables = variablesOf(form.request)
  return (
    <aside className="stack" aria-label="Help for this form">
      <Card title="Variables" sub={variables.length === 0 ? undefined : `${variables.length} read`}>
        <div className={classes.variables}>
          {variables.map((name) => (
            <div key={name} className={classes.variable}>
              <code>{name}</code>
            </div>
          ))}
          <p className="muted">
            {variables.length === 0
              ? 'This request uses no variables. Write {{ NAME }} to insert a value.'
              : 'Values come from Variables in the form or from the run. A placeholder without a value is sent unchanged.'}
          </p>
        </div>
      </Card>
      <Card title="Preview">
        <Code className={classes.preview} language="http" text={requestPreview(form.request)} label="Request preview" />
      </Card>
      {monitor && (
        <Card title="About">
          <KeyValues
            items={[
              { name: 'Id', value: monitor.id, mono: true },
              { name: 'Host', value: monitor.meta.domain ?? 'from a variable' },
              { name: 'Created', value: <Time at={monitor.meta.created} /> },
              { name: 'Changed', value: <Time at={monitor.meta.last_update} /> },
            ]}
          />
        </Card>
      )}
    </aside>
  )
}
