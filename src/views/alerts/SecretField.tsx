import { useState } from 'react'
import { MASK } from '../../domain/secrets/masking.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Field } from '../parts/form/Field.tsx'
import { TextArea, TextInput } from '../parts/form/TextInput.tsx'
import classes from './form.module.css'
import { newSigningSecret } from './new-signing-secret.ts'
import { isKept } from './webhook-form.ts'

type SecretFieldProps = {
  label: string
  hint: string
  optional: boolean
  id: string
  value: string
  error: string | undefined
  /** Several lines, such as headers. */
  lines?: boolean
  /** A signing secret: one can be made here. */
  signs?: boolean
  /** A secret is stored already and can be kept. */
  stored: boolean
  onValue: (value: string) => void
  onLeave: () => void
}

/** A secret: written, never read. A stored one is kept unless it is replaced. */
export const SecretField = (props: SecretFieldProps) => {
  const { label, hint, optional, id, value, error, lines, signs, stored, onValue, onLeave } = props
  const [made, setMade] = useState<string | null>(null)
  const kept = isKept(value)
  const make = () => {
    const secret = newSigningSecret()
    setMade(secret)
    onValue(secret)
  }
  const control = { id, value: kept ? '' : value, onValue, onLeave, mono: true }
  return (
    <Field
      label={label}
      optional={optional}
      error={error}
      id={id}
      hint={kept ? 'Stored. It is not shown again.' : hint}
    >
      <span className={classes.secret}>
        {kept ? (
          <TextInput mono readOnly id={id} value={MASK} onValue={() => {}} />
        ) : lines ? (
          <TextArea {...control} rows={3} />
        ) : (
          <TextInput {...control} type={made === value ? 'text' : 'password'} autoComplete="new-password" />
        )}
        {kept ? (
          <FormButton kind="secondary" icon="edit" label="Replace" onPress={() => onValue('')} />
        ) : (
          stored && <FormButton kind="secondary" icon="close" label="Keep" onPress={() => onValue(MASK)} />
        )}
        {kept && optional && !signs && (
          <FormButton icon="trash" label={`Remove ${label}`} iconOnly kind="ghost" onPress={() => onValue('')} />
        )}
        {!kept && signs && <FormButton kind="secondary" icon="reload" label="Generate" onPress={make} />}
      </span>
    </Field>
  )
}
