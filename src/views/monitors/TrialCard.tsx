import { useCallback, useEffect, useMemo, useState } from 'react'
import { isEqual } from '../../../machines/draft-path.ts'
import type { Trial } from '../../commands/runs/trials.ts'
import { GLOBAL } from '../../domain/environments/variable-rules.ts'
import { useOpenLocations } from '../agents/use-location-name.ts'
import { Act } from '../parts/act/Act.tsx'
import { Field } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { leadToField } from '../parts/form/lead-to-field.ts'
import { Select } from '../parts/form/Select.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { TrialOutcome } from '../runs/TrialOutcome.tsx'
import { useInView } from '../runs/use-in-view.ts'
import { useTrial } from '../runs/use-trial.ts'
import { conditionsOf, draftOf } from './monitor-form.ts'
import type { MonitorFormState } from './monitor-table.ts'

/** Locations to try from, those that are offline marked. */
const useLocationOptions = () => {
  const locations = useOpenLocations()
  return [
    { value: '', label: 'Default location' },
    ...locations.map(({ id, name, online }) => ({ value: id, label: online ? name : `${name} (offline)` })),
  ]
}

type TrialCardProps = {
  readonly form: MonitorFormState
  /** The stored monitor whose secrets are kept; null for a new one. */
  readonly monitorId: string | null
  /** Called with each trial that is over, and with null when another begins. */
  readonly onTrial: (trial: Trial | null) => void
}

/** Runs the monitor once as the form has it, before it is saved. */
export const TrialCard = ({ form, monitorId, onTrial }: TrialCardProps) => {
  const { draft, all, touch } = form
  const [location, setLocation] = useState('')
  const options = useLocationOptions()
  const body = useMemo(
    () => ({
      request: draftOf(draft).request,
      conditions: conditionsOf(draft),
      monitor_id: monitorId,
      workspace: draftOf(draft).meta.workspace ?? GLOBAL,
      location_id: location === '' ? null : location,
    }),
    [draft, monitorId, location],
  )
  // Name and tags are no part of a run.
  const wrong = useMemo(() => all.filter(({ field }) => !field.startsWith('meta.')), [all])
  const onUnready = useCallback(() => {
    for (const { field } of wrong) touch(field)
    leadToField(fieldId(wrong[0]?.field ?? ''))
  }, [wrong, touch])
  const { failure, tried, ...run } = useTrial({ body, ready: wrong.length === 0, onUnready })
  const shown = useInView(run.trying)
  const { trial } = run
  useEffect(() => onTrial(trial), [trial, onTrial])
  return (
    <Card title="Test run" actions={<Act command="monitor.try" size="small" pending={run.trying} hint={false} />}>
      <div className="stack" ref={shown}>
        {options.length > 2 && (
          <Field label="Run from">
            <Select small value={location} options={options} onValue={setLocation} />
          </Field>
        )}
        {failure === null ? (
          <TrialOutcome {...run} locationId={location} isOld={!isEqual(tried, body)} />
        ) : (
          <Notice kind="fail" urgent title="The test run did not start">
            {failure}
          </Notice>
        )}
      </div>
    </Card>
  )
}
