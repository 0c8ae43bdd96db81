import { Field } from '../parts/form/Field.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import type { StepProps } from './step-props.ts'

/** Name and company of the account. */
export const InfoStep = ({ context, problemOf, change }: StepProps) => {
  const { name, company, role } = context.draft.info
  return (
    <>
      <Field
        label="Name"
        error={problemOf('info.name')}
        hint="Shown next to your changes and in messages to your team."
      >
        <TextInput
          value={name}
          autoComplete="name"
          autoFocus
          maxLength={200}
          onValue={(value) => change('info.name', value)}
        />
      </Field>
      <Field label="Company" optional error={problemOf('info.company')}>
        <TextInput
          value={company}
          autoComplete="organization"
          maxLength={200}
          onValue={(value) => change('info.company', value)}
        />
      </Field>
      <Field
        label="Role"
        optional
        error={problemOf('info.role')}
        hint="For example developer, tester or on-call engineer."
      >
        <TextInput
          value={role}
          autoComplete="organization-title"
          maxLength={200}
          onValue={(value) => change('info.role', value)}
        />
      </Field>
    </>
  )
}
