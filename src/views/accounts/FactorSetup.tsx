import { SHOWN_ONCE } from '../../../machines/navigation.ts'
import { useApp } from '../core/app-context.ts'
import { useUnsaved } from '../core/use-unsaved.ts'
import classesOfSettings from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Form } from '../parts/form/Form.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import classes from './factors.module.css'
import { QrCode } from './QrCode.tsx'
import { useNewFactor } from './use-new-factor.ts'

type Wizard = ReturnType<typeof useNewFactor>
type StepProps = { readonly wizard: Wizard }

const Problem = ({ wizard: { snapshot } }: StepProps) =>
  snapshot.context.problem === null ? null : (
    <Notice kind="fail" urgent title={snapshot.context.problem.replace(/^(code|password) must/, 'The $1 must')} />
  )

const Buttons = ({ label, wizard }: StepProps & { label: string }) => (
  <div className={classes.buttons}>
    <Act
      command="factor.next"
      kind="primary"
      submits
      hint={false}
      label={label}
      pending={wizard.snapshot.hasTag('busy')}
    />
    <Act command="factor.cancel" kind="ghost" />
  </div>
)

const Choosing = () => {
  const { passkeys } = useApp()
  return (
    <div className={classes.buttons}>
      <Act command="factor.choose" args={{ method: 'totp' }} icon="plus" label="Add authenticator app" size="small" />
      {passkeys.isSupported() && (
        <Act command="factor.choose" args={{ method: 'passkey' }} icon="plus" label="Add passkey" size="small" />
      )}
    </div>
  )
}

const Proving = ({ wizard }: StepProps) => {
  const { ref, snapshot } = wizard
  const { hasProof, method, name, proof } = snapshot.context
  const isPasskey = method === 'passkey'
  return (
    <Form command="factor.next" label={isPasskey ? 'Add passkey' : 'Add authenticator app'}>
      <h3>{isPasskey ? 'Add passkey' : 'Add authenticator app'}</h3>
      <Problem wizard={wizard} />
      {hasProof && (
        <Field label="Your password" hint="Or a code of an authenticator app that you have set up.">
          <TextInput
            type="password"
            autoComplete="current-password"
            autoFocus
            value={proof}
            onValue={(value) => ref.send({ type: 'CHANGE', path: 'proof', value })}
          />
        </Field>
      )}
      <Field label="Name" optional hint="Tells this one from others in the list.">
        <TextInput
          maxLength={80}
          autoComplete="off"
          placeholder={isPasskey ? 'Passkey' : 'Authenticator app'}
          value={name}
          onValue={(value) => ref.send({ type: 'CHANGE', path: 'name', value })}
        />
      </Field>
      <Buttons wizard={wizard} label={isPasskey ? 'Create passkey' : 'Continue'} />
    </Form>
  )
}

const Scanning = ({ wizard }: StepProps) => {
  const { ref, snapshot } = wizard
  const { begun, code } = snapshot.context
  if (!begun) return null
  return (
    <Form command="factor.next" label="Confirm authenticator app">
      <h3>Scan this code with your authenticator app</h3>
      <QrCode text={begun.uri} label="QR code for your authenticator app" />
      <p className={classesOfSettings.note}>
        Or enter this secret there:{' '}
        <code className={classes.secret}>{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <Problem wizard={wizard} />
      <Field label="Code" hint="The 6 digits that the app then shows.">
        <TextInput
          mono
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          value={code}
          onValue={(value) => ref.send({ type: 'CHANGE', path: 'code', value })}
        />
      </Field>
      <Buttons wizard={wizard} label="Confirm" />
    </Form>
  )
}

const Codes = ({ codes }: { codes: readonly string[] }) => {
  useUnsaved(SHOWN_ONCE)
  const text = codes.join('\n')
  return (
    <div className="stack">
      <h3>Store your recovery codes</h3>
      <p className={classesOfSettings.note}>
        Each signs you in once when you do not have your app or passkey. They are shown only now.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Act command="factor.next" kind="primary" hint={false} label="I have stored them" />
        <Act command="text.copy" args={{ text, what: 'Recovery codes' }} icon="copy" label="Copy" hint={false} />
      </div>
    </div>
  )
}

/** Sets up an authenticator app or a passkey, step by step, where it stands. */
export const FactorSetup = ({ hasProof, onAdded }: { hasProof: boolean; onAdded: () => void }) => {
  const wizard = useNewFactor({ hasProof, onAdded })
  const { snapshot } = wizard
  if (snapshot.matches('choosing')) return <Choosing />
  if (snapshot.matches('codes')) return <Codes codes={snapshot.context.codes ?? []} />
  return snapshot.context.begun ? <Scanning wizard={wizard} /> : <Proving wizard={wizard} />
}
