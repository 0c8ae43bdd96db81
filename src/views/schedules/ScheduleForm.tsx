import { useEffect, useRef, useState } from 'react'
import type { DraftState } from '../core/use-draft.ts'
import { placesOf } from '../monitors/form-changes.ts'
import { problemAt } from '../monitors/form-problems.ts'
import { Act } from '../parts/act/Act.tsx'
import { ErrorSummary } from '../parts/form/ErrorSummary.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Form } from '../parts/form/Form.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { SaveBar } from '../parts/form/SaveBar.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { BasicFields } from './BasicFields.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { RetryFields } from './RetryFields.tsx'
import { ScheduleSide } from './ScheduleEstimate.tsx'
import { changedParts, type FieldProblem, type ScheduleForm as ScheduleFormValue } from './schedule-form.ts'
import { TargetPicker } from './TargetPicker.tsx'
import { usePlaces } from './use-places.ts'

type ScheduleFormProps = {
  readonly state: DraftState<ScheduleFormValue>
  readonly base: ScheduleFormValue
  /** All that keeps the form from being saved, shown or not. */
  readonly problems: readonly FieldProblem[]
  readonly isNew: boolean
  /** Only the monitors are chosen: the rest is edited elsewhere. */
  readonly only?: 'targets'
}

const LABELS: readonly (readonly [start: string, label: string])[] = [
  ['name', 'Name'],
  ['seconds', 'Seconds'],
  ['where', 'Where from'],
  ['retry', 'Retries'],
  ['tags', 'Tags'],
]
const labelOf = (field: string): string => LABELS.find(([start]) => field.startsWith(start))?.[1] ?? 'Form'

/** Counts refused saves, so that the summary takes the focus each time. */
const useAttempts = ({ problems, saveError }: DraftState<ScheduleFormValue>, all: readonly FieldProblem[]): number => {
  const [attempts, setAttempts] = useState(0)
  const before = useRef({ shown: 0, saveError })
  useEffect(() => {
    const isAll = all.length > 1 && problems.length >= all.length && before.current.shown < all.length
    const isRefused = saveError !== null && saveError !== before.current.saveError
    before.current = { shown: problems.length, saveError }
    if (isAll || isRefused) setAttempts((count) => count + 1)
  }, [problems.length, all.length, saveError])
  return attempts
}

/** A schedule's form: how often, where from, what happens after failures, and which monitors. */
export const ScheduleForm = ({ state, base, problems: all, isNew, only }: ScheduleFormProps) => {
  const { draft, problems, change, touch, dirty, saving, saveError, newer } = state
  const places = usePlaces()
  const attempts = useAttempts(state, all)
  const fields = { form: draft, problems, onChange: change, onLeave: touch }
  const parts = changedParts(base, draft)
  return (
    <>
      <div className="beside">
        <Form command="form.save" label="Schedule">
          <ErrorSummary
            attempt={attempts}
            problems={problems.map(({ field, message }) => ({
              id: fieldId(field),
              text: `${labelOf(field)}: ${message}`,
            }))}
            title={saveError && problems.length === 0 ? `${saveError.message} Nothing was saved.` : undefined}
          />
          {newer && (
            <Notice
              kind="warning"
              title="Someone else changed this schedule while you were editing."
              actions={<Act command="form.discard" size="small" label="Use their version" />}
            >
              Saving replaces their version. “Use their version” discards your changes.
            </Notice>
          )}
          {only === undefined && (
            <>
              <BasicFields {...fields} />
              <PlaceFields {...fields} places={places} />
              <RetryFields {...fields} />
            </>
          )}
          {(isNew || only === 'targets') && (
            <Card title="Monitors">
              <TargetPicker
                chosen={draft.targets}
                tall={only === 'targets'}
                onChosen={(targets) => change('targets', targets)}
              />
            </Card>
          )}
          {only === undefined && (
            <Card title="Advanced">
              <Field
                label="Tags"
                optional
                hint="Separated by commas."
                error={problemAt(problems, 'tags')}
                id={fieldId('tags')}
              >
                <TextInput value={draft.tags} onValue={(tags) => change('tags', tags)} onLeave={() => touch('tags')} />
              </Field>
            </Card>
          )}
        </Form>
        <ScheduleSide form={draft} places={places} />
      </div>
      {dirty && (
        <SaveBar
          count={parts.length}
          places={placesOf(parts)}
          discarding={{ command: 'form.discard' }}
          saving={{ command: 'form.save' }}
          label={isNew ? 'Create schedule' : undefined}
          pending={saving}
        />
      )}
    </>
  )
}
