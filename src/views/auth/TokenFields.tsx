import type { ReactNode } from 'react'
import { AUTH_TYPES, type AuthTypeId } from '../../domain/auth/auth-types.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { problemAt } from '../kit/form/field-errors.ts'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { PairGrid } from '../parts/form/PairGrid.tsx'
import { Card } from '../parts/text/Card.tsx'
import { SecretInput } from './SecretInput.tsx'
import type { TokenFormState } from './token-form.ts'

type TokenFieldsProps = {
  readonly form: TokenFormState
  readonly type: AuthTypeId
  /** Stands beside the fields. */
  readonly beside?: ReactNode
}

/** The form of a token: its name and the values of its type. */
export const TokenFields = ({ form, type, beside }: TokenFieldsProps) => {
  const { draft, base, problems, change, touch } = form
  return (
    <RecordForm form={form} noun="token" label="Token" beside={beside}>
      <Card title="Values" sub="write-only: they are not shown again">
        <div className="stack">
          <FormField form={form} name="name" />
          {AUTH_TYPES[type].token.map(({ name, label, hint, required, isSecret }) => {
            const place = `values.${name}`
            if (name === 'variables')
              return (
                <FormField key={name} form={form} name="variables">
                  <PairGrid
                    kind="value"
                    secret
                    pairs={draft.variables}
                    onPairs={(pairs) => change('variables', pairs)}
                    onLeave={() => touch('variables')}
                  />
                </FormField>
              )
            if (!isSecret) return <FormField key={name} form={form} name={place} />
            return (
              <SecretInput
                key={name}
                label={label}
                hint={hint}
                optional={!required}
                id={fieldId(place)}
                error={problemAt(problems, place)}
                value={draft.values[name] ?? ''}
                stored={base.values[name] === MASK}
                onValue={(next) => change(place, next)}
                onLeave={() => touch(place)}
              />
            )
          })}
          <FormField form={form} name="expires" />
        </div>
      </Card>
    </RecordForm>
  )
}
