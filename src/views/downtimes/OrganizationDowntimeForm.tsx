import { useState } from 'react'
import { useWorld } from '../core/use-world.ts'
import { ShortForm } from '../kit/form/DialogForm.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { useDialogForm } from '../kit/form/use-dialog-form.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { FieldGroup } from '../parts/form/Field.tsx'
import { Card } from '../parts/text/Card.tsx'
import { DowntimeSide } from './DowntimePreview.tsx'
import classes from './downtimes.module.css'
import {
  type OrganizationDowntimeForm as Draft,
  newOrganizationDowntime,
  organizationDowntimeForm,
  projectIdsOf,
  withProject,
} from './organization-downtime-form.ts'
import type { OrganizationDowntimeRow } from './use-organization-downtimes.ts'
import { useZoneOptions } from './use-zone-options.ts'

type Projects = readonly { readonly id: string; readonly name: string }[]

type ProjectFieldsProps = {
  readonly draft: Draft
  readonly projects: Projects
  readonly onProjects: (projects: string) => void
}

/** Projects that a downtime covers: all, or some. */
const ProjectFields = ({ draft, projects, onProjects }: ProjectFieldsProps) => {
  const chosen = projectIdsOf(draft)
  const gone = chosen.filter((id) => !projects.some((project) => project.id === id))
  return (
    <FieldGroup
      label="Projects"
      hint={chosen.length === 0 ? 'All projects, also those that are created later.' : 'Only the schedules of these.'}
    >
      <div className={classes.projects}>
        {[...projects, ...gone.map((id) => ({ id, name: id }))].map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onValue={(isChosen) => onProjects(withProject(draft.projects, id, isChosen))}
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </FieldGroup>
  )
}

type OrganizationDowntimeFormProps = {
  readonly orgId: string
  readonly projects: Projects
  /** Null for a new one. */
  readonly row: OrganizationDowntimeRow | null
  readonly onDone: () => void
}

/** Form of an organization downtime: its projects, its times, and beside it the next windows. */
export const OrganizationDowntimeForm = ({ orgId, projects, row, onDone }: OrganizationDowntimeFormProps) => {
  const world = useWorld()
  const [base] = useState(() => (row ? organizationDowntimeForm.formOf(row) : newOrganizationDowntime(Date.now())))
  const zones = useZoneOptions(base.timezone)
  const form = useDialogForm({
    table: organizationDowntimeForm,
    base,
    async send(body) {
      if (row) await world.call('organization-downtime.update', { params: { org: orgId, id: row.id }, body })
      else await world.call('organization-downtime.create', { params: { org: orgId }, body })
      world.tell(`“${body.name}” ${row ? 'saved' : 'created'}`)
      onDone()
    },
  })
  const title = row ? `Change “${row.name}”` : 'New downtime'
  const wrong = organizationDowntimeForm.problemsOf(form.draft, base).find(({ field }) => field !== 'name')
  return (
    <div className={classes.sided}>
      <Card title={title}>
        <ShortForm
          form={form}
          title={title}
          failed="The downtime was not saved"
          sending={row ? 'organization-downtime.update' : 'organization-downtime.create'}
          cancel={<FormButton label="Cancel" icon="close" kind="ghost" onPress={onDone} />}
        >
          <FormField form={form} name="name" />
          <ProjectFields
            draft={form.draft}
            projects={projects}
            onProjects={(chosen) => form.change('projects', chosen)}
          />
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
        </ShortForm>
      </Card>
      <DowntimeSide form={form.draft} wrong={wrong?.message} />
    </div>
  )
}
