import { type DragEvent, useCallback, useRef, useState } from 'react'
import { useScreenEvents } from '../core/screen-machines.ts'
import { Act } from '../parts/act/Act.tsx'
import { ProgressBar } from '../parts/chart/ProgressBar.tsx'
import { Problem } from '../parts/form/Field.tsx'
import { classNames } from '../parts/text/class-names.ts'
import { formats } from '../parts/text/format.ts'
import { Icon } from '../parts/text/Icon.tsx'
import { type ChosenFile, chosen, isAtHand } from './chosen-file.ts'
import classes from './files.module.css'

type FileDropProps = {
  readonly id: string
  readonly file: ChosenFile | null
  /** Bytes that have been sent; null while nothing is sent. */
  readonly sent: number | null
  readonly error: string | undefined
  readonly onFile: (file: ChosenFile) => void
  /** Words above the button. */
  readonly invites: string
}

const Chosen = ({ file }: { file: ChosenFile }) => (
  <span className={classes.chosen}>
    <Icon name="file" />
    <strong className="trunc">{file.name}</strong>
    <span className="muted num">{formats.bytes(file.size)}</span>
  </span>
)

/** Where a file is dropped or chosen; then its name and size, and the progress while it is sent. */
export const FileDrop = ({ id, file, sent, error, onFile, invites }: FileDropProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  useScreenEvents(
    'screen',
    useCallback(({ type }) => {
      if (type === 'CHOOSE_FILE') input.current?.click()
    }, []),
  )
  const take = (files: FileList | null) => {
    const [first] = files ?? []
    if (first) onFile(chosen(first))
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way to what the button does
    <div
      className={classNames(classes.drop, isOver && classes.over)}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      {file ? <Chosen file={file} /> : <p className="muted">{invites}</p>}
      {sent === null ? (
        <Act
          command="file.choose"
          size="small"
          icon="upload"
          label={file ? 'Choose another' : 'Choose a file'}
          hint={false}
        />
      ) : (
        <div className={classes.sending}>
          <ProgressBar label="Upload" value={sent} most={Math.max(1, file?.size ?? 1)} />
          <div className="row">
            <span className="muted num" role="status">
              {sent >= (file?.size ?? 0) ? 'Storing…' : `${formats.bytes(sent)} of ${formats.bytes(file?.size)}`}
            </span>
            <Act command="file.cancel-upload" size="small" kind="ghost" label="Cancel" hint={false} />
          </div>
        </div>
      )}
      {file && !isAtHand(file) && <Problem>The page was reloaded: choose the file again.</Problem>}
      {error && (
        <Problem id={id} focusable>
          {error}
        </Problem>
      )}
      <input
        ref={input}
        type="file"
        className="sr"
        tabIndex={-1}
        aria-label="File to upload"
        onChange={(event) => {
          take(event.target.files)
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
