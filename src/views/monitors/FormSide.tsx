import type { ComponentProps } from 'react'
import { Card } from '../parts/text/Card.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './form.module.css'
import type { Monitor } from './monitor-list.ts'
import type { MonitorFormState } from './monitor-table.ts'
import { PreviewCard } from './PreviewCard.tsx'
import { variablesOf } from './request-preview.ts'
import { TrialCard } from './TrialCard.tsx'

type FormSideProps = {
  readonly form: MonitorFormState
  readonly monitor: Monitor | null
  readonly onTrial: ComponentProps<typeof TrialCard>['onTrial']
}

/** Beside the form: a test run of it, the variables that it reads, and a preview of the request. */
export const FormSide = ({ form, monitor, onTrial }: FormSideProps) => {
  const { request } = form.draft
  const variables = variablesOf(request)
  return (
    <aside className="stack" aria-label="Help for this form">
      <TrialCard form={form} monitorId={monitor?.id ?? null} onTrial={onTrial} />
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
      <PreviewCard form={form} />
      {monitor && (
        <Card title="About">
          <KeyValues
            items={[
              { name: 'Id', value: monitor.id, mono: true },
              { name: 'Host', value: monitor.meta.domain ?? '(variable)' },
              { name: 'Created', value: <Time at={monitor.meta.created} /> },
              { name: 'Changed', value: <Time at={monitor.meta.last_update} /> },
            ]}
          />
        </Card>
      )}
    </aside>
  )
}
