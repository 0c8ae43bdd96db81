import { apiKeyCommands } from '../../commands/api-keys/api-keys.ts'
import { type Level, levelsWithin } from '../../domain/core/access.ts'
import { useWorld } from '../core/use-world.ts'
import { useFrontForm } from '../kit/front/use-front-form.ts'
import { Act } from '../parts/act/Act.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Dialog } from '../parts/overlay/Dialog.tsx'
import { levelWords } from '../parts/text/level-words.ts'
import { Notice } from '../parts/text/Notice.tsx'

type KeyDraft = { readonly name: string; readonly access_level: string; readonly expires: string }

const EXPIRIES = [
  { value: '7d', label: 'in 7 days' },
  { value: '30d', label: 'in 30 days' },
  { value: '90d', label: 'in 90 days' },
  { value: '365d', label: 'in a year' },
  { value: 'never', label: 'never' },
]

const create = apiKeyCommands.find(({ id }) => id === 'api-key.create')

const problemsOf = ({ name }: KeyDraft) =>
  name.trim() === '' ? [{ field: 'name', message: 'Name what the key is for.' }] : []

/** The dialog that makes a key: what it is for, what it may do, and until when. */
export const NewApiKey = ({ level }: { level: Level }) => {
  const world = useWorld()
  const levels = levelsWithin(level)
  const form = useFrontForm<KeyDraft, unknown>({
    base: { name: '', access_level: levels.includes('EDITOR') ? 'EDITOR' : level, expires: '90d' },
    problemsOf,
    send: async (draft) => {
      await create?.run({ ...draft, name: draft.name.trim() }, world)
    },
  })
  const chosen = levels.find((each) => each === form.draft.access_level) ?? level
  return (
    <Dialog title="New API key" closing={{ command: 'api-key.close' }} holdsInput={form.draft.name !== ''}>
      <form className="stack" onSubmit={form.submit} noValidate aria-label="New API key">
        {form.failure && form.failure.problems.length === 0 && (
          <Notice kind="fail" urgent title="No key was made">
            {form.failure.message}
          </Notice>
        )}
        <Field label="Name" error={form.problemOf('name')} hint="The program or the place that uses it.">
          <TextInput
            name="name"
            value={form.draft.name}
            autoComplete="off"
            autoFocus
            maxLength={200}
            onValue={(value) => form.change('name', value)}
            onLeave={() => form.draft.name !== '' && form.leave('name')}
          />
        </Field>
        <div className="two">
          <Field label="Level" error={form.problemOf('access_level')} hint={`${levelWords[chosen].may}.`}>
            <Select
              name="access_level"
              value={chosen}
              options={levels.map((each) => ({ value: each, label: levelWords[each].name }))}
              onValue={(value) => form.change('access_level', value)}
            />
          </Field>
          <Field label="Expires" error={form.problemOf('expires')} hint="From then on it is refused.">
            <Select
              name="expires"
              value={form.draft.expires}
              options={EXPIRIES}
              onValue={(value) => form.change('expires', value)}
            />
          </Field>
        </div>
        <div className="row">
          <Act command="api-key.create" kind="primary" submits hint={false} pending={form.sending} />
          <Act command="api-key.close" kind="ghost" />
        </div>
      </form>
    </Dialog>
  )
}
