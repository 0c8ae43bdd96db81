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
import { buttonClass } from '../parts/act/button-kind.ts'
import { Go } from '../parts/act/Go.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'

/** Sets a new password through the link from the mail. */
const NewPasswordScreen = () => {
  const { call } = useApp()
  const { accountId = '', token = '' } = useCurrentRoute().params
  useTitle()
  const form = useFrontForm<{ readonly password: string }, { done: true }>({
    base: { password: '' },
    problemsOf: ({ password }) => passwordProblems(password, ''),
    async send({ password }) {
      await call('account.reset-password', { params: { id: accountId }, body: { token, password } })
      return { done: true }
    },
  })
  if (form.answer)
    return (
      <Front
        title="The password is changed"
        lead="All other sessions of your account have ended. Sign in with the new password."
      >
        <Act command="session.start" kind="primary" wide label="Sign in" />
      </Front>
    )
  if (form.failure && [404, 409, 410].includes(form.failure.status ?? 0))
    return (
      <Front title="This link no longer works" lead="A link works once, within one hour. Request a new one.">
        <Go to="forgotten-password" className={buttonClass({ kind: 'primary', wide: true })}>
          Request a new link
        </Go>
      </Front>
    )
  return (
    <Front title="New password" lead="All other sessions of your account end when it is changed.">
      <form className={classes.form} onSubmit={form.submit} noValidate aria-label="New password">
        <FrontFailure failure={form.failure} />
        <FrontField
          form={form}
          field="password"
          label="New password"
          type="password"
          autoComplete="new-password"
          autoFocus
          hint={<PasswordStrength password={form.draft.password} email="" />}
        />
        <FrontSubmit form={form} command="account.reset-password" label="Change the password" />
      </form>
    </Front>
  )
}
export default NewPasswordScreen
