import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { problemAt } from '../kit/form/field-errors.ts'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { versionsOf } from '../kit/form/versions-of.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { type KeyValue, KeyValues } from '../parts/text/KeyValues.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Time } from '../parts/text/Time.tsx'
import { FileDrop } from './FileDrop.tsx'
import { FilePreview } from './FilePreview.tsx'
import { fileForm } from './file-form.ts'
import type { FileRow } from './file-list.ts'
import { kindWords } from './file-words.ts'
import { ProjectConditions } from './ProjectConditions.tsx'
import { useUpload } from './use-upload.ts'

const factsOf = ({ id, meta, file }: FileRow): KeyValue[] => [
  { name: 'Kind', value: kindWords(file) },
  ...(file.title === null ? [] : [{ name: 'API', value: `${file.title} ${file.api_version ?? ''}`.trim() }]),
  ...(file.operations === null ? [] : [{ name: 'Operations', value: formats.count(file.operations) }]),
  { name: 'File name', value: file.name },
  { name: 'Size', value: formats.bytes(file.size) },
  ...(file.source_url === null ? [] : [{ name: 'Address', value: file.source_url, mono: true }]),
  ...(file.last_sync === null ? [] : [{ name: 'Fetched', value: <Time at={file.last_sync} /> }]),
  { name: 'Created', value: <Time at={meta.created} /> },
  { name: 'Changed', value: <Time at={meta.last_update} /> },
  { name: 'Id', value: id, mono: true },
]

const UsedBy = ({ row: { used_by: users, used_by_project: isInProject } }: { row: FileRow }) => (
  <Card title="Used by">
    {users.length === 0 && !isInProject ? (
      <p className="muted">No monitor and no condition uses this file.</p>
    ) : (
      <div className="stack">
        {users.map(({ id, name }) => (
          <Go key={id} to="monitor" params={{ callId: id }} kind="text">
            {name}
          </Go>
        ))}
        {isInProject && <ProjectConditions />}
      </div>
    )}
  </Card>
)

const EditFile = ({ row }: { row: FileRow }) => {
  const world = useWorld()
  const upload = useUpload()
  const { id, meta, file } = row
  useTitle(meta.name)
  const form = useRecordForm({
    table: fileForm,
    key: `file:${id}`,
    base: fileForm.formOf(row),
    versions: versionsOf(row, () => world.call('file.read', { params: { id } })),
    async save({ chosen, name, description, tags }, { world, changed, version: if_last_update }) {
      const isChanged = changed.some((part) => part !== 'file')
      // A multipart form has no empty list and no null, so labels go on their own.
      const labels = { meta: { name: name.trim(), description, tags } }
      const saved =
        isChanged || !chosen
          ? await world.call('file.update', { params: { id }, body: { ...labels, if_last_update } })
          : row
      const stored = chosen
        ? await upload.sendFile(chosen, (content) =>
            world.call('file.update', {
              params: { id },
              // Labels that were just stored made a version of their own.
              body: isChanged ? {} : { if_last_update },
              ...(content && { file: content }),
            }),
          )
        : saved
      world.tell(`“${stored.meta.name}” saved`)
      return stored
    },
  })
  return (
    <>
      <PageHead
        title={meta.name}
        lead={kindWords(file)}
        actions={
          <>
            {file.source_url !== null && <Act command="file.refresh" args={{ file: id }} icon="reload" />}
            <Act command="file.download" args={{ file: id }} icon="download" />
            <Act command="file.remove" args={{ file: id }} icon="trash" />
          </>
        }
      />
      <RecordForm
        form={form}
        noun="file"
        label="File"
        beside={
          <aside className="stack" aria-label="About this file">
            <UsedBy row={row} />
            <Card title="About">
              <KeyValues items={factsOf(row)} />
            </Card>
          </aside>
        }
      >
        <Card title="File">
          <div className="stack">
            <FormField form={form} name="name" />
            <FormField form={form} name="description" />
            <FormField form={form} name="tags" />
          </div>
        </Card>
        <Card title="Replace content">
          <FileDrop
            id={fieldId('chosen')}
            file={form.draft.chosen}
            sent={upload.sent}
            error={problemAt(form.problems, 'chosen')}
            invites={`Drop a file here to replace ${file.name}, or`}
            onFile={(chosen) => form.change('chosen', chosen)}
          />
        </Card>
        <FilePreview row={row} />
      </RecordForm>
    </>
  )
}

/** A file's page: its labels, content, operations and users. */
const FileScreen = () => {
  const { fileId = '' } = useCurrentRoute().params
  const file = useResource('file.read', { params: { id: fileId } })
  return (
    <Loaded of={file} label="File">
      {(row) => <EditFile key={fileId} row={row} />}
    </Loaded>
  )
}

export default FileScreen
