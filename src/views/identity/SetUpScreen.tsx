import type { FieldProblem } from '../../../machines/resource/failure.ts'
import { isEmailAddress } from '../../domain/core/email-address.ts'
import { passwordProblems } from '../../domain/identity/password-rules.ts'
import { useApp } from '../core/app-context.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import classes from '../kit/front/Front.module.css'
import { Front } from '../kit/front/Front.tsx'
import { FrontFailure } from '../kit/front/FrontFailure.tsx'
import { FrontField } from '../kit/front/FrontField.tsx'
import { FrontSubmit } from '../kit/front/FrontSubmit.tsx'
import { useFrontForm } from '../kit/front/use-front-form.ts'
import { Act } from '../parts/act/Act.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'
import { SetUpDone } from './SetUpDone.tsx'

type SetUp = {
  readonly email: string
  readonly password: string
  readonly organization: string
  readonly project: string
}

/** Creates the first account of an installation through the one-time link printed by the server. */
const SetUpScreen = () => {
  const { call, configuration } = useApp()
  const { token = '' } = useCurrentRoute().params
  const byTenant = configuration.identity.kind === 'auth0'
  useTitle()
  const form = useFrontForm<SetUp, { email: string; apiKey: string }>({
    base: { email: '', password: '', organization: '', project: '' },
    problemsOf: (draft) => problemsOf(draft, byTenant),
    async send({ email, password, organization, project }) {
      const body = {
        token,
        email: email.trim(),
        ...(!byTenant && { password }),
        ...(organization.trim() !== '' && { organization: organization.trim() }),
        ...(project.trim() !== '' && { project: project.trim() }),
      }
      // The response type follows from the endpoint name.
      const { api_key } = (await call('setup.complete', { body })) as { api_key: string }
      return { email: email.trim(), apiKey: api_key }
    },
  })
  if (form.answer) return <SetUpDone {...form.answer} />
  const isOver = form.failure !== null && [401, 403, 404, 409, 410].includes(form.failure.status ?? 0)
  if (!configuration.needs_setup || isOver) return <SetUpOver sentence={form.failure?.message} />
  const { email, password } = form.draft
  return (
    <Front title="Set up Sonde" lead="The first account administers the site and owns the first project.">
      <form className={classes.form} onSubmit={form.submit} noValidate aria-label="Set up Sonde">
        <FrontFailure failure={form.failure} />
        <FrontField form={form} field="email" label="Email" type="email" autoComplete="username" autoFocus />
        {!byTenant && (
          <FrontField
            form={form}
            field="password"
            label="Password"
            type="password"
            autoComplete="new-password"
            hint={<PasswordStrength password={password} email={email} />}
          />
        )}
        <FrontField
          form={form}
          field="organization"
          label="Organization"
          autoComplete="organization"
          optional
          hint="Your projects are grouped under it."
        />
        <FrontField
          form={form}
          field="project"
          label="Project"
          autoComplete="off"
          optional
          hint="It holds your monitors."
        />
        <FrontSubmit form={form} command="setup.complete" label="Set up" />
      </form>
    </Front>
  )
}
export default SetUpScreen

const SetUpOver = ({ sentence }: { sentence?: string | undefined }) => (
  <Front
    title="This link no longer works"
    lead={sentence ?? 'This installation is set up already. The link of its first start worked once.'}
  >
    <Act command="session.start" kind="primary" wide label="Sign in" />
  </Front>
)

const problemsOf = ({ email, password }: SetUp, byTenant: boolean): readonly FieldProblem[] => [
  ...(isEmailAddress(email.trim())
    ? []
    : [{ field: 'email', message: 'Type an email address, such as ada@example.com.' }]),
  ...(byTenant ? [] : passwordProblems(password, email.trim())),
]
