import { AUTH_TYPES, GRANT_WORDS, type Grant, grantsOf, isUnused } from '../../domain/auth/auth-types.ts'
import { isKeyName, type SettingField } from '../../domain/auth/field-kinds.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { problemAt } from '../kit/form/field-errors.ts'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { PairGrid } from '../parts/form/PairGrid.tsx'
import classes from './auth.module.css'
import { type AuthFormState, placeOf } from './auth-table.ts'
import { SecretInput } from './SecretInput.tsx'

type FieldProps = { readonly form: AuthFormState; readonly field: SettingField }

const grantsIn = (text: string): readonly Grant[] =>
  text.split(/\s+/).filter((word): word is Grant => Object.hasOwn(GRANT_WORDS, word))

/** The grants that a draft allows. */
export const grantsOfDraft = ({ type, values }: AuthFormState['draft']): readonly Grant[] =>
  grantsOf(type, grantsIn(values.grant_types ?? ''))

/** Boxes for the grants of a type. */
const Grants = ({ form, field }: FieldProps) => {
  const { draft, change } = form
  const chosen = grantsIn(draft.values[field.name] ?? '')
  const toggle = (grant: Grant, isOn: boolean) =>
    change(
      placeOf(field),
      AUTH_TYPES[draft.type].grants.filter((each) => (each === grant ? isOn : chosen.includes(each))).join(' '),
    )
  return (
    <div className={classes.grants}>
      {AUTH_TYPES[draft.type].grants.map((grant) => (
        <Checkbox
          key={grant}
          checked={chosen.includes(grant)}
          hint={GRANT_WORDS[grant].description}
          onValue={(isOn) => toggle(grant, isOn)}
        >
          {GRANT_WORDS[grant].title}
        </Checkbox>
      ))}
    </div>
  )
}

const Pairs = ({ form, field }: FieldProps) => (
  <PairGrid
    kind={field.kind === 'pairs' && field.name === 'headers' ? 'header' : 'parameter'}
    pairs={form.draft.pairs[field.name] ?? []}
    onPairs={(pairs) => form.change(placeOf(field), pairs)}
    onLeave={() => form.touch(placeOf(field))}
  />
)

/** One field of the type's table. */
const TypeField = ({ form, field }: FieldProps) => {
  const { draft, base, problems, change, touch } = form
  const place = placeOf(field)
  if (field.kind === 'grants' || field.kind === 'pairs' || field.kind === 'map')
    return (
      <FormField form={form} name={place}>
        {field.kind === 'grants' ? <Grants form={form} field={field} /> : <Pairs form={form} field={field} />}
      </FormField>
    )
  const value = draft.values[field.name] ?? ''
  if (field.kind === 'secret' || field.kind === 'key')
    return (
      <SecretInput
        label={field.label}
        hint={field.hint}
        optional={!field.required}
        id={fieldId(place)}
        error={problemAt(problems, place)}
        value={value}
        stored={base.values[field.name] === MASK}
        lines={field.kind === 'key'}
        onValue={(next) => change(place, next)}
        onLeave={() => touch(place)}
      />
    )
  if (field.kind === 'flag')
    return (
      <Checkbox
        id={fieldId(place)}
        checked={value === 'true'}
        hint={field.hint}
        onValue={(isOn) => change(place, String(isOn))}
      >
        {field.label}
      </Checkbox>
    )
  return <FormField form={form} name={place} />
}

type AuthFieldsProps = { readonly form: AuthFormState; readonly only: 'settings' | 'keys' | 'all' }

/** The fields of a setting's type: settings, keys or both; rarely needed ones are behind a disclosure. */
export const AuthFields = ({ form, only }: AuthFieldsProps) => {
  const { draft, problems } = form
  const { fields } = AUTH_TYPES[draft.type]
  const grants = grantsOfDraft(draft)
  const shown = fields.filter(
    (field) => !isUnused(field, grants) && (only === 'all' || isKeyName(field.name) === (only === 'keys')),
  )
  const draw = (field: SettingField) => <TypeField key={field.name} form={form} field={field} />
  const advanced = shown.filter(({ isAdvanced }) => isAdvanced)
  const hasProblem = advanced.some((field) => problemAt(problems, placeOf(field)) !== undefined)
  return (
    <>
      {shown.filter(({ isAdvanced }) => !isAdvanced).map(draw)}
      {advanced.length > 0 && (
        <details open={hasProblem || undefined}>
          <summary>More settings</summary>
          <div className="stack">{advanced.map(draw)}</div>
        </details>
      )}
    </>
  )
}
