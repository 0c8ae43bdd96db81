import { projectCommands } from '../../commands/projects/projects.ts'
import { projectNameProblems } from '../../domain/projects/project-rules.ts'
import { useMachine } from '../core/machines-of.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import { ShortForm } from '../kit/form/DialogForm.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { choice, text } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'
import { useDialogForm } from '../kit/form/use-dialog-form.ts'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import classes from './NewProjectScreen.module.css'

const PERSONAL = 'personal'

type ProjectDraft = { readonly name: string; readonly collection: string }

const newProject = recordTable<ProjectDraft>()({
  fields: {
    name: text({
      label: 'Name',
      hint: 'For example the API or team it covers.',
      autoComplete: 'off',
      autoFocus: true,
      maxLength: 400,
    }),
    collection: choice({ label: 'Collection', options: [], blank: PERSONAL }),
  },
  write: ({ name, collection }) => ({ name, ...(collection !== PERSONAL && { org_id: collection }) }),
  rules: ({ name }) => projectNameProblems(name),
})

const create = projectCommands.find(({ id }) => id === 'project.create')

/** Form of a new project: its name and collection. */
const NewProjectScreen = () => {
  const world = useWorld()
  const wanted = useCurrentRoute().search.collection
  const choices = useCollections()
  useTitle()
  const collection = choices.find(({ value }) => value === wanted)?.value ?? PERSONAL
  const form = useDialogForm({
    table: newProject,
    base: { ...newProject.blank, collection },
    send: async (body) => create?.run(body, world),
  })
  return (
    <>
      <PageHead title="New project" lead="A project holds monitors with their schedules, results and alerts." />
      <ShortForm
        form={form}
        title="New project"
        failed="The project was not created"
        sending="project.create"
        className={`form ${classes.form}`}
        cancel={
          <Go to="collections" kind="ghost">
            Cancel
          </Go>
        }
      >
        <Card title="Project">
          <div className={classes.fields}>
            <FormField form={form} name="name" />
            <FormField form={form} name="collection" options={choices} hint={hintOf(form.draft.collection)} />
          </div>
        </Card>
      </ShortForm>
    </>
  )
}
export default NewProjectScreen

/** Collections that the account may add a project to. */
const useCollections = () => {
  const roles = useMachine('project', (snapshot) => snapshot?.context.account?.roles)
  const organizations = useMachine('project', (snapshot) => snapshot?.context.organizations)
  const administered = (organizations ?? []).filter(({ id }) => roles?.[id]?.includes('ADMIN'))
  return [{ value: PERSONAL, label: 'Personal' }, ...administered.map(({ id, name }) => ({ value: id, label: name }))]
}

const hintOf = (collection: string): string =>
  collection === PERSONAL
    ? 'Nobody else can open it until you add them.'
    : 'Administrators of the collection own it too.'
