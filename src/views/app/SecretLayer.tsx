import { useCallback, useState } from 'react'
import { SHOWN_ABOVE } from '../../../machines/navigation.ts'
import { useApp } from '../core/app-context.ts'
import { machineOf } from '../core/machines-of.ts'
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
  /** Those that were made and not stored yet: one after the other is shown. */
  const [secrets, setSecrets] = useState<readonly Secret[]>([])
  const [asks, ask] = useState(false)
  const { app } = useApp()
  const [shown] = secrets
  useUnsaved(shown ? SHOWN_ABOVE : null)
  useScreenEvents(
    'secret',
    useCallback(
      ({ type, title, secret, sample, label, note }) => {
        if (type !== 'SHOW') ask(type === 'ASK')
        if (type === 'CLOSE') setSecrets(([, ...others]) => others)
        if (type !== 'SHOW' || typeof secret !== 'string') return
        // At once, not with the next rendering: a line after this one may lead elsewhere.
        machineOf(app, 'navigation')?.send({ type: 'DIRTIED', what: SHOWN_ABOVE })
        const made = {
          title: String(title),
          secret,
          sample: typeof sample === 'string' ? sample : null,
          label: typeof label === 'string' ? label : 'Secret',
          note: typeof note === 'string' ? note : STORE_IT,
        }
        setSecrets((others) => [...others, made])
      },
      [app],
    ),
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
