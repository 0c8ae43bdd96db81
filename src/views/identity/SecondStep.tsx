import type { SecondMethod } from '../../../machines/identity/second-step.ts'
import classes from '../kit/front/Front.module.css'
import { Front } from '../kit/front/Front.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Form } from '../parts/form/Form.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import type { useSecondStep } from './use-second-step.ts'

type StepProps = { readonly step: ReturnType<typeof useSecondStep> }

const OTHER: Record<SecondMethod, string> = {
  totp: 'Use your authenticator app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
}

const Code = ({ step: { ref, snapshot } }: StepProps) => {
  const { code, method, problem } = snapshot.context
  const isRecovery = method === 'recovery'
  return (
    <Form command="session.second-step" className={classes.form} label="Two-step verification">
      <Field
        // Another method is another field: what was typed for one is nothing to the other.
        key={method}
        label={isRecovery ? 'Recovery code' : 'Code'}
        error={problem}
        hint={
          isRecovery
            ? 'One of the codes that you stored when you set up two-step verification. Each works once.'
            : 'The 6 digits that your authenticator app shows for Sonde.'
        }
      >
        <TextInput
          name="code"
          mono
          autoFocus
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          maxLength={40}
          value={code}
          onValue={(value) => ref.send({ type: 'CHANGE', code: value })}
        />
      </Field>
      <Act command="session.second-step" kind="primary" wide submits hint={false} pending={snapshot.hasTag('busy')} />
    </Form>
  )
}

const Passkey = ({ step: { snapshot } }: StepProps) => (
  <div className={classes.form}>
    {snapshot.context.problem !== null && <Notice kind="fail" urgent title={snapshot.context.problem} />}
    <Act
      command="session.passkey"
      kind="primary"
      wide
      hint={false}
      label="Continue with a passkey"
      pending={snapshot.hasTag('busy')}
    />
  </div>
)

const Spent = ({ left }: { left: number }) => (
  <Front
    title={`${left === 0 ? 'No recovery code is' : left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left`}
    lead={
      left < 4
        ? 'The code that you used no longer works. Make new ones in your profile soon.'
        : 'The code that you used no longer works. You can make new ones in your profile.'
    }
  >
    <Act command="session.second-step" kind="primary" wide hint={false} />
  </Front>
)

/** The second step of a sign-in: a code or a passkey, after the right password. */
export const SecondStep = ({ step }: StepProps) => {
  const { snapshot } = step
  const { left, method, methods } = snapshot.context
  if (snapshot.matches('spent')) return <Spent left={left} />
  const others = (methods ?? []).filter((each) => each !== method)
  return (
    <Front title="Two-step verification" lead="Confirm that it is you.">
      {method === 'passkey' ? <Passkey step={step} /> : <Code step={step} />}
      <p className={classes.ways}>
        {others.map((each) => (
          <Act
            key={each}
            command="session.choose-method"
            args={{ method: each }}
            kind="ghost"
            size="small"
            label={OTHER[each]}
          />
        ))}
        <Act command="session.other-account" kind="ghost" size="small" />
      </p>
    </Front>
  )
}
