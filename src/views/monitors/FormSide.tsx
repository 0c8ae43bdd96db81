import type { ComponentProps } from 'react'
import { VariablesCard } from '../environments/VariablesCard.tsx'
import { Card } from '../parts/text/Card.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { Monitor } from './monitor-list.ts'
import type { MonitorFormState } from './monitor-table.ts'
import { PreviewCard } from './PreviewCard.tsx'
import { readingOf } from './request-preview.ts'
import { TrialCard } from './TrialCard.tsx'

type FormSideProps = {
  readonly form: MonitorFormState
  readonly monitor: Monitor | null
  readonly onTrial: ComponentProps<typeof TrialCard>['onTrial']
}

/** Beside the form: a test run of it, the variables that it reads, and a preview of the request. */
export const FormSide = ({ form, monitor, onTrial }: FormSideProps) => {
  return (
    <aside className="stack" aria-label="Help for this form">
      <TrialCard form={form} monitorId={monitor?.id ?? null} onTrial={onTrial} />
      <VariablesCard
        monitor={readingOf(form.draft)}
        monitorId={monitor?.id ?? null}
        written={form.draft.conditions.flatMap(({ set_variable }) => set_variable ?? [])}
      />
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
