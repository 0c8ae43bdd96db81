import type { FieldProblem } from '../../../machines/resource/failure.ts'
import { projectCommands } from '../../commands/projects/projects.ts'
import { useMachine } from '../core/machines-of.ts'
import { usePlace, useTitle } from '../core/use-place.ts'
import { useWorld } from '../core/use-world.ts'
import { useFrontForm } from '../kit/front/use-front-form.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import classes from './NewProjectScreen.module.css'

type NewProject = { readonly name: string; readonly collection: string }

const PERSONAL = 'personal'

/** Making a project: its name, and the collection that it belongs to. */
const NewProjectScreen = () => {
  const world = useWorld()
  const wanted = usePlace().search.collection
  const choices = useCollections()
  useTitle()
  const form = useFrontForm<NewProject, unknown>({
    base: { name: '', collection: choices.some(({ value }) => value === wanted) ? (wanted ?? PERSONAL) : PERSONAL },
    problemsOf,
    send: async ({ name, collection }) => {
      await create?.run({ name: name.trim(), ...(collection !== PERSONAL && { org_id: collection }) }, world)
    },
  })
  const { name, collection } = form.draft
  return (
    <>
      <PageHead title="New project" lead="A project holds monitors with their schedules, results and alerts." />
      <form className={`form ${classes.form}`} onSubmit={form.submit} noValidate aria-label="New project">
        {form.failure && form.failure.problems.length === 0 && (
          <Notice kind="fail" urgent title="The project was not created">
            {form.failure.message}
          </Notice>
        )}
        <Card title="Project">
          <div className={classes.fields}>
            <Field label="Name" error={form.problemOf('name')} hint="For example the API or team it covers.">
              <TextInput
                name="name"
                value={name}
                autoComplete="off"
                autoFocus
                maxLength={400}
                onValue={(value) => form.change('name', value)}
                onLeave={() => name !== '' && form.leave('name')}
              />
            </Field>
            <Field label="Collection" hint={hintOf(collection)}>
              <Select
                name="collection"
                value={collection}
                options={choices}
                onValue={(value) => form.change('collection', value)}
              />
            </Field>
          </div>
        </Card>
        <div className="row">
          <Act command="project.create" kind="primary" submits hint={false} pending={form.sending} />
          <Go to="collections" kind="ghost">
            Cancel
          </Go>
        </div>
      </form>
    </>
  )
}
export default NewProjectScreen

const create = projectCommands.find(({ id }) => id === 'project.create')

/** The collections that the person may add a project to. */
const useCollections = () => {
  const roles = useMachine('project', (snapshot) => snapshot?.context.account?.roles)
  const organizations = useMachine('project', (snapshot) => snapshot?.context.organizations)
  const administered = (organizations ?? []).filter(({ id }) => roles?.[id]?.includes('ADMIN'))
  return [{ value: PERSONAL, label: 'Personal' }, ...administered.map(({ id, name }) => ({ value: id, label: name }))]
}

const hintOf = (collection: string): string =>
  collection === PERSONAL
    ? 'Nobody else may enter it until you let them in.'
    : 'Whoever administers the collection owns it too.'

const problemsOf = ({ name }: NewProject): readonly FieldProblem[] =>
  name.trim() === '' ? [{ field: 'name', message: 'Give the project a name.' }] : []
