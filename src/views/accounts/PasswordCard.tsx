import { useState } from 'react'
import { sessionCommands } from '../../commands/identity/session.ts'
import { passwordProblems } from '../../domain/identity/password-rules.ts'
import { useApp } from '../core/app-context.ts'
import { useWorld } from '../core/use-world.ts'
import { PasswordStrength } from '../identity/PasswordStrength.tsx'
import { FrontFailure } from '../kit/front/FrontFailure.tsx'
import { FrontField } from '../kit/front/FrontField.tsx'
import { useFrontForm } from '../kit/front/use-front-form.ts'
import classes from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import type { Profile } from './profile.ts'

type Passwords = { readonly password: string; readonly new_password: string }

const changing = sessionCommands.find(({ id }) => id === 'account.change-password')

const problemsOf =
  (email: string) =>
  ({ password, new_password }: Passwords) => [
    ...(password === '' ? [{ field: 'password', message: 'Enter your current password.' }] : []),
    ...passwordProblems(new_password, email).map(({ message, says = message }) => ({
      field: 'new_password',
      message: `The new password ${says}`,
    })),
  ]

/** Asks for the current password and a new one. */
export const PasswordForm = ({ email, onDone }: { email: string; onDone: () => void }) => {
  const world = useWorld()
  const form = useFrontForm<Passwords, unknown>({
    base: { password: '', new_password: '' },
    problemsOf: problemsOf(email),
    send: async (passwords) => {
      await changing?.run(passwords, world)
      onDone()
    },
  })
  return (
    <form className="stack" onSubmit={form.submit} noValidate aria-label="Password">
      {form.failure && form.failure.problems.length === 0 && <FrontFailure failure={form.failure} />}
      {/* Password managers store the new one beside the name that it belongs to. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <FrontField
        form={form}
        field="password"
        label="Current password"
        type="password"
        autoComplete="current-password"
      />
      <FrontField
        form={form}
        field="new_password"
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={<PasswordStrength password={form.draft.new_password} email={email} />}
      />
      <div>
        <Act command="account.change-password" submits hint={false} pending={form.sending} />
      </div>
    </form>
  )
}

/** Changes the password, which ends all other sessions. */
export const PasswordCard = ({ profile: { email, has_password, of_tenant } }: { profile: Profile }) => {
  // A form that was sent is drawn anew, so that no password stays in it.
  const { configuration } = useApp()
  const [times, setTimes] = useState(0)
  return (
    <Card title="Password">
      {has_password ? (
        <div className="stack">
          <PasswordForm key={times} email={email} onDone={() => setTimes((count) => count + 1)} />
          <p className={classes.note}>
            {configuration.mail
              ? 'Ends your other sessions, disconnects the applications they connected, and sends you a confirmation by mail.'
              : 'Ends your other sessions and disconnects the applications they connected.'}
          </p>
        </div>
      ) : of_tenant ? (
        <p className={classes.note}>Your identity provider keeps your password: change it there.</p>
      ) : (
        <div className="stack">
          <p className={classes.note}>
            You sign in with an identity provider, and have no password here. With one, you can sign in without it.
          </p>
          <div>
            <Act
              command="account.ask-reset"
              args={{ email }}
              size="small"
              hint={false}
              label="Mail me a link to set one"
            />
          </div>
        </div>
      )}
    </Card>
  )
}
