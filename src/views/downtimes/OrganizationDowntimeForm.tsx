import { useState } from 'react'
import { FormField } from '../kit/form/FormField.tsx'
import { problemAt } from '../kit/form/field-errors.ts'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { type RecordFormState, useRecordForm } from '../kit/form/use-record-form.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { FieldGroup } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { DowntimeSide } from './DowntimePreview.tsx'
import { editedTimes } from './downtime-form.ts'
import classes from './downtimes.module.css'
import {
  type OrganizationDowntimeForm as Draft,
  newOrganizationDowntime,
  organizationDowntimeForm,
  projectIdsOf,
  SOME_PROJECTS,
  withProject,
} from './organization-downtime-form.ts'
import type { OrganizationDowntimeRow } from './use-organization-downtimes.ts'
import { useZoneOptions } from './use-zone-options.ts'

type Projects = readonly { readonly id: string; readonly name: string }[]

type ProjectFieldsProps = {
  readonly form: RecordFormState<Draft, keyof typeof organizationDowntimeForm.fields>
  readonly projects: Projects
}

/** More projects than this can be searched. */
const SEARCHED_FROM = 9

/** The projects that a downtime covers alone. */
const ProjectFields = ({ form: { draft, problems, change, touch }, projects }: ProjectFieldsProps) => {
  const [sought, seek] = useState('')
  const chosen = projectIdsOf(draft)
  const gone = chosen.filter((id) => !projects.some((project) => project.id === id))
  const found = [...projects, ...gone.map((id) => ({ id, name: id }))].filter(({ name }) =>
    name.toLowerCase().includes(sought.trim().toLowerCase()),
  )
  return (
    <FieldGroup
      label="Projects that it covers"
      hint={chosen.length === 0 ? undefined : `${chosen.length} chosen. Others run as usual.`}
      error={problemAt(problems, 'projects')}
      id={fieldId('projects')}
    >
      {projects.length > SEARCHED_FROM && (
        <TextInput small label="Find a project" placeholder="Find a project" value={sought} onValue={seek} />
      )}
      <div className={classes.projects}>
        {found.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onValue={(isChosen) => {
              change('projects', withProject(draft.projects, id, isChosen))
              touch('projects')
            }}
          >
            {name}
          </Checkbox>
        ))}
      </div>
      {found.length === 0 && <p className="muted small">No matching project.</p>}
    </FieldGroup>
  )
}

type OrganizationDowntimeFormProps = {
  readonly orgId: string
  readonly projects: Projects
  /** Null for a new one. */
  readonly row: OrganizationDowntimeRow | null
  /** Closes the form; what is not saved is kept as its draft. */
  readonly onClose: () => void
}

/** Form of an organization downtime: its projects, its times, and beside it the next windows. */
export const OrganizationDowntimeForm = ({ orgId, projects, row, onClose }: OrganizationDowntimeFormProps) => {
  const [blank] = useState(() => newOrganizationDowntime(Date.now()))
  const base = row ? organizationDowntimeForm.formOf(row) : blank
  const zones = useZoneOptions(base.timezone)
  const form = useRecordForm({
    table: organizationDowntimeForm,
    key: `organization-downtime:${row ? row.id : `new:${orgId}`}`,
    base,
    async save(body, { world, form, changed }) {
      const { name, project_ids } = body
      const saved = row
        ? await world.call('organization-downtime.update', {
            params: { org: orgId, id: row.id },
            body: { name, project_ids, ...editedTimes(form, changed) },
          })
        : await world.call('organization-downtime.create', { params: { org: orgId }, body })
      world.tell(`“${saved.name}” ${row ? 'saved' : 'created'}`)
      return saved
    },
    ...(row === null && {
      leave: onClose,
      laterKey: ({ id }: OrganizationDowntimeRow) => `organization-downtime:${id}`,
    }),
  })
  const wrong = organizationDowntimeForm
    .problemsOf(form.draft, form.draft)
    .find(({ field }) => field !== 'name' && field !== 'projects')
  return (
    <RecordForm
      form={form}
      noun="downtime"
      label="Downtime"
      beside={<DowntimeSide form={form.draft} wrong={wrong?.message} />}
    >
      <Card
        title={row ? `Change “${row.name}”` : 'New downtime'}
        actions={<FormButton label="Close" icon="close" kind="ghost" size="small" onPress={onClose} />}
      >
        <div className="stack">
          <FormField form={form} name="name" />
          <FormField
            form={form}
            name="scope"
            hint={form.draft.scope !== SOME_PROJECTS && 'Includes projects that are created later.'}
          />
          {form.draft.scope === SOME_PROJECTS && <ProjectFields form={form} projects={projects} />}
          <div className={classes.pairs}>
            <FormField form={form} name="start" />
            <FormField form={form} name="end" />
            <FormField form={form} name="timezone" options={zones} />
            <FormField
              form={form}
              name="repeat"
              hint={form.draft.repeat !== '0' && 'It keeps its local time when clocks change.'}
            />
          </div>
        </div>
      </Card>
    </RecordForm>
  )
}
