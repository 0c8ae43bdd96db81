import { MASK } from '../../domain/secrets/masking.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Field } from '../parts/form/Field.tsx'
import { TextArea, TextInput } from '../parts/form/TextInput.tsx'
import classes from './auth.module.css'

type SecretInputProps = {
  readonly label: string
  readonly hint?: string | undefined
  readonly optional?: boolean | undefined
  readonly id: string
  readonly error: string | undefined
  readonly value: string
  /** A secret is stored already. */
  readonly stored: boolean
  /** Several lines, such as a key as PEM. */
  readonly lines?: boolean | undefined
  readonly onValue: (value: string) => void
  readonly onLeave: () => void
}

/** A secret of an auth setting or token: written, never read. A stored one stays unless it is replaced or removed. */
export const SecretInput = (props: SecretInputProps) => {
  const { label, hint, optional, id, error, value, stored, lines, onValue, onLeave } = props
  const isKept = value === MASK
  const control = { value, onValue, onLeave, mono: true }
  return (
    <Field {...{ label, id, error, optional }} hint={isKept ? 'Stored. It is not shown again.' : hint}>
      <span className={classes.secret}>
        {isKept ? (
          <TextInput mono readOnly value={MASK} onValue={() => {}} />
        ) : lines ? (
          <TextArea {...control} rows={5} />
        ) : (
          <TextInput {...control} type="password" autoComplete="new-password" />
        )}
        {isKept && <FormButton kind="secondary" icon="edit" label="Replace" onPress={() => onValue('')} />}
        {!isKept && stored && <FormButton kind="secondary" icon="close" label="Keep" onPress={() => onValue(MASK)} />}
      </span>
    </Field>
  )
}
