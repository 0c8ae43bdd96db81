import { useApp } from '../core/app-context.ts'
import { machineOf } from '../core/machines-of.ts'
import classes from '../kit/front/Front.module.css'
import { Front } from '../kit/front/Front.tsx'
import { FrontFailure } from '../kit/front/FrontFailure.tsx'
import { FrontSubmit } from '../kit/front/FrontSubmit.tsx'
import { useFrontForm } from '../kit/front/use-front-form.ts'
import { buttonClass } from '../parts/act/button-kind.ts'
import { Go } from '../parts/act/Go.tsx'

/** The link of an invitation. */
export type InvitationLink = { readonly id: string; readonly secret: string }

type RefuseProps = {
  readonly link: InvitationLink
  /** The name of whoever invites. */
  readonly by: string
  readonly isSignedIn: boolean
}

/** Refuses the invitation of a link, once the person has confirmed it. No dialog is there before sign-in, so the page itself asks. */
export const RefuseInvitation = ({ link, by, isSignedIn }: RefuseProps) => {
  const { app, call } = useApp()
  const form = useFrontForm<Record<never, string>, true>({
    base: {},
    problemsOf: () => [],
    async send() {
      await call('invite.refuse-link', { params: link })
      machineOf(app, 'project')?.send({ type: 'REFRESH' })
      return true
    },
  })
  if (form.answer)
    return (
      <Front title="You refused the invitation" lead={`Its link no longer works. ${by} can invite you again.`}>
        <Go to={isSignedIn ? 'collections' : 'sign-in'} className={buttonClass({ kind: 'secondary', wide: true })}>
          {isSignedIn ? 'Go to your projects' : 'Sign in'}
        </Go>
      </Front>
    )
  return (
    <Front title="Refuse the invitation?" lead={`Its link stops working. ${by} can invite you again.`}>
      <form className={classes.form} onSubmit={form.submit} noValidate aria-label="Refuse the invitation">
        <FrontFailure failure={form.failure} />
        <FrontSubmit form={form} command="invitation.refuse-link" label="Refuse invitation" />
      </form>
      <Go
        to="invitation"
        params={{ inviteId: link.id, inviteSecret: link.secret }}
        className={buttonClass({ kind: 'ghost', wide: true })}
      >
        Keep it
      </Go>
    </Front>
  )
}
