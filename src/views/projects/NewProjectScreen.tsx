import { projectCommands } from '../../commands/projects/projects.ts'
import { projectNameProblems } from '../../domain/projects/project-rules.ts'
import { useMachine } from '../core/machines-of.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
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
  const choices = useCollections(wanted)
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

/** Collections that the account may add a project to; for a site admin, also the one that they come from. */
const useCollections = (wanted: string | undefined) => {
  const account = useMachine('project', (snapshot) => snapshot?.context.account)
  const organizations = useMachine('project', (snapshot) => snapshot?.context.organizations)
  const own = (organizations ?? []).filter(({ id }) => account?.creates_in.includes(id))
  const isForeign =
    wanted !== undefined && account?.permissions.includes('site_admin') && !own.some(({ id }) => id === wanted)
  const { data: foreign } = useResource('organization.read', isForeign ? { params: { org: wanted } } : null)
  const others = isForeign ? [{ id: wanted, name: foreign?.name ?? wanted }] : []
  return [
    { value: PERSONAL, label: 'Personal' },
    ...[...own, ...others].map(({ id, name }) => ({ value: id, label: name })),
  ]
}

const hintOf = (collection: string): string =>
  collection === PERSONAL
    ? 'Nobody else can open it until you add them.'
    : 'You own it, and so do the ADMINs of the organization.'
