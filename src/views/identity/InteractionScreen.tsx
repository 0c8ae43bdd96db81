import type { FieldProblem } from '../../../machines/resource/failure.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useApp } from '../core/app-context.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import classes from '../kit/front/Front.module.css'
import { Front } from '../kit/front/Front.tsx'
import { FrontFailure } from '../kit/front/FrontFailure.tsx'
import { FrontField } from '../kit/front/FrontField.tsx'
import { FrontSubmit } from '../kit/front/FrontSubmit.tsx'
import { useFrontForm } from '../kit/front/use-front-form.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { ProviderButtons, type Providers } from './ProviderButtons.tsx'
import { RegisterLink } from './RegisterLink.tsx'
import { SecondStep } from './SecondStep.tsx'
import { SignInExpired } from './SignInExpired.tsx'
import { useSecondStep } from './use-second-step.ts'

type SignInAnswer = AnswerOf<ProductContract['session.sign-in']>
type Credentials = { readonly email: string; readonly password: string }

/** Sign-in form of the embedded identity provider. */
const InteractionScreen = () => {
  const { uid = '' } = useCurrentRoute().params
  const details = useResource('session.read', { params: { uid } })
  const isSlow = useSlow(details.status === 'pending')
  useTitle()
  if (details.error && (details.error.status === 404 || details.error.status === 410)) return <SignInExpired />
  // Other failures show when the form is submitted; until then the fields can be filled in.
  if (details.status === 'success' || details.status === 'failed') return <SignIn uid={uid} details={details.data} />
  return isSlow ? <Loading label="Sign in" /> : null
}
export default InteractionScreen

type Details = AnswerOf<ProductContract['session.read']>

const SignIn = ({ uid, details }: { uid: string; details: Details | undefined }) => {
  const step = useSecondStep(uid, details?.second_step?.methods ?? null)
  const { snapshot } = step
  if (snapshot.matches('over')) return <SignInExpired />
  const isFirst = snapshot.context.methods === null
  return isFirst ? <CredentialsForm {...{ uid, details, step }} /> : <SecondStep step={step} />
}

type CredentialsProps = { uid: string; details: Details | undefined; step: ReturnType<typeof useSecondStep> }

const CredentialsForm = ({ uid, details, step: { ref, snapshot } }: CredentialsProps) => {
  const { call, leave, passkeys, configuration } = useApp()
  const { client, login_hint } = details ?? {}
  const hint = login_hint ?? ''
  const providers: Providers = details?.providers ?? []
  const form = useFrontForm<Credentials, unknown>({
    base: { email: hint, password: '' },
    problemsOf: missing,
    async send(body) {
      // The response type follows from the endpoint name.
      const answer = (await call('session.sign-in', { params: { uid }, body })) as SignInAnswer
      if (answer.second_step) {
        ref.send({ type: 'ASKED', methods: answer.second_step.methods })
        return answer
      }
      leave(answer.redirect_to ?? '/')
      // The browser is leaving the page; the button stays pending until then.
      return new Promise<never>(() => {})
    },
  })
  if (form.failure?.status === 404 || form.failure?.status === 410) return <SignInExpired />
  const forDevice = client !== undefined && client.id !== configuration.identity.client_id
  return (
    <Front title="Sign in" lead={forDevice ? `${client.name} asks you to sign in.` : undefined}>
      <form className={classes.form} onSubmit={form.submit} noValidate aria-label="Sign in">
        <FrontFailure failure={form.failure} />
        <FrontField
          form={form}
          field="email"
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus={hint === ''}
        />
        <FrontField
          form={form}
          field="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          autoFocus={hint !== ''}
        />
        <FrontSubmit form={form} command="session.sign-in" label="Sign in" />
      </form>
      {passkeys.isSupported() && (
        <div className={classes.form}>
          {snapshot.context.problem !== null && <Notice kind="fail" urgent title={snapshot.context.problem} />}
          <Act command="session.passkey" wide hint={false} pending={snapshot.hasTag('busy')} />
        </div>
      )}
      <ProviderButtons uid={uid} providers={providers} />
      <p className={classes.beside}>
        <Go to="forgotten-password" kind="text">
          Forgotten password
        </Go>
      </p>
      <RegisterLink />
    </Front>
  )
}

const missing = ({ email, password }: Credentials): readonly FieldProblem[] => [
  ...(email.trim() === '' ? [{ field: 'email', message: 'Type the email address of your account.' }] : []),
  ...(password === '' ? [{ field: 'password', message: 'Type your password.' }] : []),
]
