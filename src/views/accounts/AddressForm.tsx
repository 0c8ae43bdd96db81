import { useState } from 'react'
import { ownAccountCommands } from '../../commands/accounts/own-account.ts'
import { isEmailAddress } from '../../domain/core/email-address.ts'
import { useWorld } from '../core/use-world.ts'
import { FrontFailure } from '../kit/front/FrontFailure.tsx'
import { FrontField } from '../kit/front/FrontField.tsx'
import { useFrontForm } from '../kit/front/use-front-form.ts'
import classes from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { FormButton } from '../parts/act/FormButton.tsx'
import type { Profile } from './profile.ts'

type Draft = { readonly email: string; readonly password: string }

const asking = ownAccountCommands.find(({ id }) => id === 'account.ask-address')

const problemsOf =
  (needsPassword: boolean) =>
  ({ email, password }: Draft) => [
    ...(isEmailAddress(email.trim()) ? [] : [{ field: 'email', message: 'Enter your new email address.' }]),
    ...(needsPassword && password === '' ? [{ field: 'password', message: 'Enter your current password.' }] : []),
  ]

/** Asks for the mail with the link that changes the address. */
export const AddressForm = ({ profile }: { profile: Profile }) => {
  const world = useWorld()
  const [isOpen, setOpen] = useState(false)
  const form = useFrontForm<Draft, string>({
    base: { email: '', password: '' },
    problemsOf: problemsOf(profile.has_password),
    async send({ email, password }) {
      await asking?.run({ email: email.trim(), ...(profile.has_password && { password }) }, world)
      return email.trim()
    },
  })
  if (!isOpen || form.isAnswered)
    return (
      <>
        {form.answer !== null && (
          <p className={classes.note} role="status">
            Open the link that was made for {form.answer}, within 24 hours. Until then your address stays.
          </p>
        )}
        <div>
          <FormButton
            label="Change address"
            icon="edit"
            kind="secondary"
            size="small"
            onPress={() => {
              form.again()
              setOpen(true)
            }}
          />
        </div>
      </>
    )
  return (
    <form className="stack" onSubmit={form.submit} noValidate aria-label="Change address">
      {form.failure && form.failure.problems.length === 0 && <FrontFailure failure={form.failure} />}
      <FrontField form={form} field="email" label="New address" type="email" autoComplete="email" autoFocus />
      {profile.has_password ? (
        <FrontField
          form={form}
          field="password"
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
      ) : (
        <p className={classes.note}>
          Your account has no password: you need to have signed in within the last 10 minutes.
        </p>
      )}
      <div className="row">
        <Act command="account.ask-address" submits hint={false} pending={form.sending} label="Send the link" />
        <FormButton label="Cancel" icon="close" kind="ghost" onPress={() => setOpen(false)} />
      </div>
    </form>
  )
}
