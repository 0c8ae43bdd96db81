import { useTitle } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { problemAt } from '../kit/form/field-errors.ts'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { Field } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Segmented } from '../parts/form/Segmented.tsx'
import { TextArea } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { FileDrop } from './FileDrop.tsx'
import { type NewFileState, newFileForm, SOURCES } from './file-form.ts'
import { type Upload, useUpload } from './use-upload.ts'

const Content = ({ form, upload }: { form: NewFileState; upload: Upload }) => {
  const { draft, problems, change, touch } = form
  return (
    <Card
      title="Content"
      actions={
        <Segmented
          label="Content"
          value={draft.source}
          options={SOURCES}
          onValue={(source) => change('source', source)}
        />
      }
    >
      <div className="stack">
        {draft.source === 'upload' && (
          <FileDrop
            id={fieldId('chosen')}
            file={draft.chosen}
            sent={upload.sent}
            error={problemAt(problems, 'chosen')}
            invites="Drop a file here, or"
            onFile={(file) => change('chosen', file)}
          />
        )}
        {draft.source === 'address' && <FormField form={form} name="url" />}
        {draft.source === 'text' && (
          <Field label="Content" hiddenLabel id={fieldId('text')} error={problemAt(problems, 'text')}>
            <TextArea
              mono
              rows={10}
              value={draft.text}
              onValue={(text) => change('text', text)}
              onLeave={() => touch('text')}
            />
          </Field>
        )}
        <FormField form={form} name="kind" />
      </div>
    </Card>
  )
}

/** Form of a new file. */
const NewFileScreen = () => {
  const world = useWorld()
  const upload = useUpload()
  useTitle('New file')
  const form = useRecordForm({
    table: newFileForm,
    key: 'file:new',
    base: newFileForm.blank,
    async save({ source, chosen, url, text, kind, name, description, tags }, { world }) {
      const body = {
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(description !== null && { description }),
        ...(tags.length > 0 && { tags }),
        ...(kind !== 'any' && { kind: kind === 'openapi' ? ('openapi' as const) : ('other' as const) }),
      }
      const row =
        source === 'address'
          ? await world.call('file.fetch', { body: { ...body, url: url.trim() } })
          : source === 'upload' && chosen
            ? await upload.sendFile(chosen, (file) => world.call('file.create', { body, ...(file && { file }) }))
            : await world.call('file.create', { body: { ...body, text } })
      world.tell(`“${row.meta.name}” created`)
      return row
    },
    leave: ({ id }) => world.go('file', { fileId: id }),
  })
  return (
    <>
      <PageHead title="New file" />
      <RecordForm form={form} noun="file" label="File">
        <Content form={form} upload={upload} />
        <Card title="File">
          <div className="stack">
            <FormField form={form} name="name" optional={form.draft.source !== 'text'} />
            <FormField form={form} name="description" />
            <FormField form={form} name="tags" />
          </div>
        </Card>
      </RecordForm>
    </>
  )
}

export default NewFileScreen
