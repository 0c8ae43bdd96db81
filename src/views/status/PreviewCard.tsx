import { useState } from 'react'
import { isEqual } from '../../../machines/draft-path.ts'
import { STATE_WORDS, type StatusState } from '../../domain/status/status-state.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import type { RecordFormState } from '../kit/form/use-record-form.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import type { Status } from '../parts/text/category.ts'
import { formats } from '../parts/text/format.ts'
import classes from './status.module.css'
import { type StatusForm, type StatusPreview, statusTable } from './status-form.ts'

const LOOKS: Readonly<Record<StatusState, Status>> = {
  operational: 'PASS',
  degraded: 'WARNING',
  down: 'FAIL',
  maintenance: 'SKIPPED',
  unknown: 'NO_DATA',
}

const State = ({ state }: { state: StatusState }) => (
  <Badge category={LOOKS[state]} word={STATE_WORDS[state]} look="plain" />
)

const Page = ({ page, status, components }: StatusPreview) => (
  <div className="stack">
    <p>
      <strong>{page.title}</strong>
    </p>
    <p aria-live="polite">{status.sentence}</p>
    {components.length > 0 && (
      <ul className={classes.preview} aria-label="Components as visitors see them">
        {components.map(({ group, name, state, availability, days }) => (
          <li key={`${group} ${name}`}>
            <span>
              {name}
              {group !== null && <small>{group}</small>}
            </span>
            <span className={classes.end}>
              <State state={state} />
              {days.length > 0 && (
                <small>
                  {availability === null ? 'no data in 90 days' : `${formats.rate(availability)} in 90 days`}
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
    )}
  </div>
)

/** Preview of the page with the settings in the form. A button updates it, because each one reads 90 days. */
export const PreviewCard = ({ form }: { form: RecordFormState<StatusForm> }) => {
  const isRight = form.all.length === 0
  const [shown, show] = useState(() => (isRight ? form.draft : form.base))
  const preview = useResource('status-page.preview', { body: statusTable.bodyOf(shown) })
  const isOld = !isEqual(shown, form.draft)
  return (
    <Card
      title="Preview"
      sub={isOld ? (isRight ? 'before your changes' : 'before your changes, which have errors') : undefined}
      actions={
        isRight && (
          <FormButton kind="ghost" size="small" icon="reload" label="Update preview" onPress={() => show(form.draft)} />
        )
      }
    >
      <Loaded of={preview} page={false}>
        {(data) => <Page {...data} />}
      </Loaded>
    </Card>
  )
}
