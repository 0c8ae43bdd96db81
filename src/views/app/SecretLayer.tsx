import { useCallback, useState } from 'react'
import { SHOWN_ONCE } from '../../../machines/navigation.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useUnsaved } from '../core/use-unsaved.ts'
import { Act } from '../parts/act/Act.tsx'
import { Field } from '../parts/form/Field.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Dialog } from '../parts/overlay/Dialog.tsx'
import { Code } from '../parts/text/Code.tsx'

type Secret = {
  readonly title: string
  readonly secret: string
  readonly sample: string | null
  /** The name of its field. */
  readonly label: string
  /** What to do with it. */
  readonly note: string
}

const STORE_IT = 'Store it now: you will not see it again.'

const curlOf = ({ secret, sample }: Secret): string =>
  `curl -H 'Authorization: Bearer ${secret}' \\\n  ${location.origin}${sample}`

const ignore = () => {}

/**
 * Shows a secret that was just made, once: whatever screen is shown, and however it was asked for. A command sends it to `secret` as
 * `SHOW` with its `title`; with `sample`, a path of the API, a line for a terminal shows how it is used. `label` names what is no
 * secret alone, such as a link, and `note` says what to do with it.
 */
export const SecretLayer = () => {
  const [shown, show] = useState<Secret | null>(null)
  const [asks, ask] = useState(false)
  useUnsaved(shown ? SHOWN_ONCE : null)
  useScreenEvents(
    'secret',
    useCallback(({ type, title, secret, sample, label, note }) => {
      ask(type === 'ASK')
      if (type === 'CLOSE') show(null)
      if (type === 'SHOW' && typeof secret === 'string')
        show({
          title: String(title),
          secret,
          sample: typeof sample === 'string' ? sample : null,
          label: typeof label === 'string' ? label : 'Secret',
          note: typeof note === 'string' ? note : STORE_IT,
        })
    }, []),
  )
  if (!shown) return null
  if (asks)
    return (
      <Dialog
        key="question"
        title="Close without storing the secret?"
        closing={{ command: 'secret.keep' }}
        holdsInput
        actions={
          <>
            <Act command="secret.keep" kind="primary" />
            <Act command="secret.close" kind="danger" label="Close it" />
          </>
        }
      >
        <p>{shown.title}: you will not see its secret again.</p>
      </Dialog>
    )
  return (
    <Dialog
      key="secret"
      title={shown.title}
      closing={{ command: 'secret.ask' }}
      holdsInput
      actions={
        <>
          <Act
            command="text.copy"
            args={{ text: shown.secret, what: shown.label }}
            kind="primary"
            icon="copy"
            label="Copy it"
            hint={false}
          />
          <Act command="secret.close" />
        </>
      }
    >
      <p>
        {shown.note}
        {shown.sample && ' Only its hash is kept here.'}
      </p>
      {shown.secret.includes('\n') ? (
        <Code text={shown.secret} label={shown.title} />
      ) : (
        <Field label={shown.label}>
          <TextInput value={shown.secret} readOnly mono onValue={ignore} />
        </Field>
      )}
      {shown.sample && <Code text={curlOf(shown)} label="Example for a terminal" />}
    </Dialog>
  )
}
