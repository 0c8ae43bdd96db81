import { type KeyboardEvent, useState } from 'react'
import { deletedBy } from '../../commands/projects/project-settings.ts'
import { BODY_DAYS, RESULT_DAYS } from '../../contract/core/retention-days.ts'
import { useResource } from '../core/use-resource.ts'
import { useUnsaved } from '../core/use-unsaved.ts'
import { usePerform } from '../core/use-world.ts'
import classes from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Field } from '../parts/form/Field.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Notice } from '../parts/text/Notice.tsx'

type RetentionProps = {
  readonly projectId: string
  readonly resultDays: number
  readonly bodyDays: number
  readonly mayChange: boolean
}

/** Days that a text names; null if it is no whole number within the bounds. */
const daysIn = (text: string, most: number): number | null => {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return days >= 1 && days <= most ? days : null
}

const errorOf = (what: string, days: number | null, most: number): string | null =>
  days === null ? `${what} is a whole number from 1 to ${most}.` : null

/** For how long the project keeps its results, and what a shorter time deletes. */
export const RetentionCard = ({ projectId, resultDays, bodyDays, mayChange }: RetentionProps) => {
  const perform = usePerform()
  const [typedDays, typeDays] = useState(String(resultDays))
  const [typedDetails, typeDetails] = useState(String(bodyDays))
  const days = daysIn(typedDays, RESULT_DAYS)
  const details = daysIn(typedDetails, BODY_DAYS)
  const wanted = days !== null && details !== null ? { result_days: days, body_days: details } : null
  useUnsaved(typedDays !== String(resultDays) || typedDetails !== String(bodyDays) ? 'the retention' : null)
  const isChanged = wanted !== null && (days !== resultDays || details !== bodyDays)
  const isShorter = isChanged && (wanted.result_days < resultDays || wanted.body_days < bodyDays)
  const changes = mayChange &&
    isChanged && {
      ...(wanted.result_days !== resultDays && { days: wanted.result_days }),
      ...(wanted.body_days !== bodyDays && { details: wanted.body_days }),
    }
  const pressed = (event: KeyboardEvent) => {
    const isSave =
      event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    if (!isSave) return
    // The form above has keys of its own, and the browser would save the page.
    event.preventDefault()
    event.stopPropagation()
    if (changes) perform('project.retention', changes)
  }
  const { data } = useResource(
    'project.expiring',
    mayChange && isShorter ? { params: { id: projectId }, query: wanted } : null,
  )
  return (
    <Card title="Retention">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of its fields, as a form has them */}
      <div className="stack" onKeyDown={pressed}>
        <p className={classes.note}>
          Statistics are kept for ever. Results are kept for 13 months ({RESULT_DAYS} days), and their requests and
          responses for {BODY_DAYS} days, unless the project keeps them for a shorter time.
        </p>
        <Field label="Days for results" error={errorOf('Days for results', days, RESULT_DAYS)}>
          <TextInput value={typedDays} onValue={typeDays} inputMode="numeric" disabled={!mayChange} />
        </Field>
        <Field
          label="Days for requests and responses"
          error={errorOf('Days for requests and responses', details, BODY_DAYS)}
          hint="At most as long as the results. Logs and pictures are kept as long."
        >
          <TextInput value={typedDetails} onValue={typeDetails} inputMode="numeric" disabled={!mayChange} />
        </Field>
        {isShorter && (
          <Notice kind="warning" title="This deletes results for good.">
            {`${deletedBy(wanted, data).join('. ')}. Deletion begins a minute after the change.`}
          </Notice>
        )}
        {changes && (
          <p>
            <Act command="project.retention" args={changes} kind={isShorter ? 'danger-ghost' : 'primary'} />
          </p>
        )}
      </div>
    </Card>
  )
}
