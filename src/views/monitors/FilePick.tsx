import { useRef } from 'react'
import type { World } from '../../commands/core/world.ts'
import type { UploadedFile } from '../../contract/core/client.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { chosen } from '../files/chosen-file.ts'
import { useUpload } from '../files/use-upload.ts'
import { Act } from '../parts/act/Act.tsx'
import { FormButton } from '../parts/act/FormButton.tsx'
import { ProgressBar } from '../parts/chart/ProgressBar.tsx'
import { Problem } from '../parts/form/Field.tsx'
import { Select } from '../parts/form/Select.tsx'
import { formats } from '../parts/text/format.ts'
import classes from './form.module.css'

type FilePickProps = {
  /** Id of the file; empty for none. */
  readonly value: string
  readonly onValue: (id: string) => void
  /** Accessible name without a field around it. */
  readonly label?: string
  readonly id?: string
  readonly invalid?: boolean
  /** Name of the file that is wanted, as a curl command has it. */
  readonly wanted?: string | null
}

const createFile = (world: World, content: UploadedFile | undefined) =>
  world.call('file.create', { body: {}, ...(content && { file: content }) })

/** A choice among stored files, or one that is uploaded here. */
export const FilePick = ({ value, onValue, label, id, invalid, wanted }: FilePickProps) => {
  const world = useWorld()
  const { data } = useResource('file.list', {})
  const { sent, file: sending, failure, sendFile, resendFile } = useUpload()
  const input = useRef<HTMLInputElement>(null)
  const files = data?.results ?? []
  // What failed is shown from the upload itself.
  const take = (upload: Promise<{ readonly id: string }>) =>
    void upload.then(
      ({ id: made }) => onValue(made),
      () => {},
    )
  const isKnown = value === '' || files.some((file) => file.id === value)
  return (
    <div className={classes.filePick}>
      <Select
        value={value}
        onValue={onValue}
        label={label}
        id={id}
        invalid={invalid}
        options={[
          { value: '', label: wanted ? `Choose ${wanted}` : 'Choose a file' },
          ...(isKnown ? [] : [{ value, label: 'A file that was deleted' }]),
          ...files.map((file) => ({ value: file.id, label: `${file.meta.name} (${formats.bytes(file.file.size)})` })),
        ]}
      />
      {sent === null ? (
        <FormButton label="Upload" icon="upload" kind="secondary" size="small" onPress={() => input.current?.click()} />
      ) : (
        <>
          <ProgressBar label="Upload" value={sent} most={Math.max(1, sending?.size ?? 1)} />
          <Act command="file.cancel-upload" size="small" kind="ghost" label="Cancel" hint={false} />
        </>
      )}
      {failure && (
        <>
          <Problem>{failure.message}</Problem>
          <FormButton
            label={`Upload ${sending?.name ?? 'the file'} again`}
            icon="reload"
            kind="ghost"
            size="small"
            onPress={() => take(resendFile())}
          />
        </>
      )}
      <input
        ref={input}
        type="file"
        className="sr"
        tabIndex={-1}
        aria-label={`${label ?? 'File'} to upload`}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) take(sendFile(chosen(file), (content) => createFile(world, content)))
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
