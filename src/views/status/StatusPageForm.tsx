import type { ReactNode } from 'react'
import { useWorld } from '../core/use-world.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { Card } from '../parts/text/Card.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { ComponentsCard } from './ComponentsCard.tsx'
import { nameHint } from './name-hint.ts'
import { PreviewCard } from './PreviewCard.tsx'
import classes from './status.module.css'
import { type StoredStatusPage, statusTable } from './status-form.ts'

type StatusPageFormProps = {
  readonly page: StoredStatusPage
  readonly mayChange: boolean
  /** Stands below the preview. */
  readonly below: ReactNode
}

/** The settings of a status page, with a preview beside them. */
export const StatusPageForm = ({ page, mayChange, below }: StatusPageFormProps) => {
  const world = useWorld()
  const form = useRecordForm({
    table: statusTable,
    key: 'project-status-page',
    base: statusTable.formOf(page),
    versions: {
      version: page.last_update,
      versionOf: (row) => row.last_update,
      reread: () => world.call('status-page.read', {}),
    },
    async save(body, { world, version }) {
      const row = await world.call('status-page.replace', { body: { ...body, if_last_update: version } })
      world.tell(row.published ? 'Status page saved' : 'Status page saved. It is not published.')
      return row
    },
  })
  return (
    <RecordForm
      form={form}
      noun="status page"
      label="Status page"
      columns={classes.columns}
      beside={
        <div className="stack">
          {mayChange && <PreviewCard form={form} />}
          {below}
        </div>
      }
    >
      {!mayChange && <Notice kind="info">Owners and managers of the project can change this page.</Notice>}
      <fieldset className="stack" disabled={!mayChange}>
        <Card title="Page">
          <div className="stack">
            <FormField form={form} name="published" />
            <FormField form={form} name="title" hint={nameHint(form.draft.title)} />
            <FormField form={form} name="slug" />
            <FormField form={form} name="description" />
            <FormField form={form} name="homeUrl" />
            <FormField form={form} name="showDays" />
            <FormField form={form} name="showMaintenance" />
            <FormField form={form} name="subscribing" />
          </div>
        </Card>
        <ComponentsCard form={form} />
      </fieldset>
    </RecordForm>
  )
}
