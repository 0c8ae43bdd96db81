import { apiKeyCommands, USUAL_EXPIRY, usualLevelOf } from '../../commands/api-keys/api-keys.ts'
import { type Level, levelsWithin } from '../../domain/core/access.ts'
import { useWorld } from '../core/use-world.ts'
import { DialogForm } from '../kit/form/DialogForm.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { choice, text } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'
import { useDialogForm } from '../kit/form/use-dialog-form.ts'
import { levelWords } from '../parts/text/level-words.ts'

const EXPIRIES = [
  { value: '7d', label: 'in 7 days' },
  { value: '30d', label: 'in 30 days' },
  { value: '90d', label: 'in 90 days' },
  { value: '365d', label: 'in a year' },
  { value: 'never', label: 'never' },
]

type KeyDraft = { readonly name: string; readonly access_level: string; readonly expires: string }

const keyForm = recordTable<KeyDraft>()({
  fields: {
    name: text({
      label: 'Name',
      hint: 'The program that uses the key.',
      autoComplete: 'off',
      autoFocus: true,
      maxLength: 200,
    }),
    access_level: choice({ label: 'Level', options: [] }),
    expires: choice({
      label: 'Expires',
      hint: 'The key is refused from then on.',
      options: EXPIRIES,
      blank: USUAL_EXPIRY,
    }),
  },
  rules: ({ name }) => (name === '' ? [{ field: 'name', message: 'Enter a name for the key.' }] : []),
})

const create = apiKeyCommands.find(({ id }) => id === 'api-key.create')

/** Dialog that creates an API key: its name, level and expiry. */
export const NewApiKey = ({ level }: { level: Level }) => {
  const world = useWorld()
  const levels = levelsWithin(level)
  const form = useDialogForm({
    table: keyForm,
    base: { ...keyForm.blank, access_level: usualLevelOf(level) },
    send: async (body) => create?.run(body, world),
  })
  const chosen = levels.find((each) => each === form.draft.access_level) ?? level
  return (
    <DialogForm
      form={form}
      title="New API key"
      failed="The key was not created"
      sending="api-key.create"
      closing={{ command: 'api-key.close' }}
      holdsInput={form.draft.name !== ''}
    >
      <FormField form={form} name="name" />
      <div className="two">
        <FormField
          form={form}
          name="access_level"
          hint={`${levelWords[chosen].may}.`}
          options={levels.map((each) => ({ value: each, label: levelWords[each].name }))}
        />
        <FormField form={form} name="expires" />
      </div>
    </DialogForm>
  )
}
