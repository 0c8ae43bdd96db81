import { useCallback, useMemo, useState } from 'react'
import { isEqual } from '../../../machines/draft-path.ts'
import { useLocations } from '../agents/use-location-name.ts'
import { useResource } from '../core/use-resource.ts'
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
import { type BrowserFormState, setupOf } from './browser-form.ts'
import { NoBrowser } from './NoBrowser.tsx'

/** Fields that are no part of a run. */
const BESIDE: readonly string[] = ['name', 'tags', 'description']

const doingWords = (steps: number): string =>
  steps === 0 ? 'Loads and measures the page' : `Loads the page and does ${steps === 1 ? 'one step' : `${steps} steps`}`

type BrowserTrialProps = {
  readonly form: BrowserFormState
  /** The stored test whose secrets and conditions are used; null for a new one. */
  readonly monitorId: string | null
}

/** Runs the browser test once as the form has it, before it is saved. */
export const BrowserTrial = ({ form, monitorId }: BrowserTrialProps) => {
  const { draft, all, touch } = form
  const [location, setLocation] = useState('')
  const locations = useLocations().filter(({ capabilities }) => capabilities.includes('browser'))
  const { data: conditions } = useResource(
    'monitor.conditions',
    monitorId === null ? null : { params: { id: monitorId } },
  )
  const body = useMemo(
    () => ({
      ...setupOf(draft),
      ...(conditions && { conditions }),
      monitor_id: monitorId,
      location_id: location === '' ? null : location,
    }),
    [draft, conditions, monitorId, location],
  )
  const wrong = useMemo(() => all.filter(({ field }) => !BESIDE.includes(field)), [all])
  const onUnready = useCallback(() => {
    for (const { field } of wrong) touch(field)
    leadToField(fieldId(wrong[0]?.field ?? ''))
  }, [wrong, touch])
  const { failure, tried, ...run } = useTrial({ body, ready: wrong.length === 0, onUnready })
  const shown = useInView(run.trying)
  return (
    <Card title="Test run" actions={<Act command="monitor.try" size="small" pending={run.trying} hint={false} />}>
      <div className="stack" ref={shown}>
        <NoBrowser />
        {locations.length > 1 && (
          <Field label="Run from">
            <Select
              small
              value={location}
              options={[
                { value: '', label: 'Default location' },
                ...locations.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onValue={setLocation}
            />
          </Field>
        )}
        {failure === null ? (
          <TrialOutcome
            {...run}
            locationId={location}
            isOld={!isEqual(tried, body)}
            doing={doingWords(draft.steps.length)}
          />
        ) : (
          <Notice kind="fail" urgent title="The test run did not start">
            {failure}
          </Notice>
        )}
      </div>
    </Card>
  )
}
