import { TIMEOUT_SECONDS } from '../../contract/monitors/monitors.ts'
import classes from '../kit/form/edit.module.css'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { Field } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { TextArea, TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { type FieldProblem, problemAt } from './form-problems.ts'
import type { MonitorForm } from './monitor-form.ts'

type AdvancedFieldsProps = {
  readonly form: MonitorForm
  readonly problems: readonly FieldProblem[]
  readonly onChange: (path: string, value: unknown) => void
  readonly onLeave: (path: string) => void
}

/** What most monitors leave as it is. */
export const AdvancedFields = ({ form, problems, onChange, onLeave }: AdvancedFieldsProps) => {
  const { meta, request } = form
  return (
    <Card title="Advanced">
      <div className="stack">
        <Field label="Description" optional id={fieldId('meta.description')}>
          <TextArea rows={2} value={meta.description} onValue={(text) => onChange('meta.description', text)} />
        </Field>
        <div className={classes.pair}>
          <Field
            label="Tags"
            optional
            hint="Separated by commas."
            error={problemAt(problems, 'meta.tags')}
            id={fieldId('meta.tags')}
          >
            <TextInput
              value={meta.tags}
              onValue={(tags) => onChange('meta.tags', tags)}
              onLeave={() => onLeave('meta.tags')}
            />
          </Field>
          <Field
            label="Time-out, seconds"
            error={problemAt(problems, 'request.timeout_seconds')}
            hint={`${TIMEOUT_SECONDS.least} to ${TIMEOUT_SECONDS.most}`}
            id={fieldId('request.timeout_seconds')}
          >
            <TextInput
              inputMode="numeric"
              value={request.timeout_seconds}
              onValue={(seconds) => onChange('request.timeout_seconds', seconds)}
              onLeave={() => onLeave('request.timeout_seconds')}
            />
          </Field>
        </div>
        <Field
          label="Environment"
          error={problemAt(problems, 'meta.workspace')}
          hint="Whose variables the call reads."
          id={fieldId('meta.workspace')}
        >
          <TextInput
            value={meta.workspace}
            onValue={(workspace) => onChange('meta.workspace', workspace)}
            onLeave={() => onLeave('meta.workspace')}
          />
        </Field>
        <Checkbox
          checked={request.follow_redirects}
          onValue={(follow) => onChange('request.follow_redirects', follow)}
          hint="The phases shown are those of the last hop."
        >
          Follow redirects
        </Checkbox>
        <Checkbox
          checked={request.verify_tls}
          onValue={(verify) => onChange('request.verify_tls', verify)}
          hint="Without it a certificate that is expired or of another host is accepted."
        >
          Verify the TLS certificate
        </Checkbox>
      </div>
    </Card>
  )
}
