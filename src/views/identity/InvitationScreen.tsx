import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useApp } from '../core/app-context.ts'
import { machineOf, useMachine } from '../core/machines-of.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { useWorld } from '../core/use-world.ts'
import classes from '../kit/front/Front.module.css'
import { Front } from '../kit/front/Front.tsx'
import { FrontFailure } from '../kit/front/FrontFailure.tsx'
import { FrontSubmit } from '../kit/front/FrontSubmit.tsx'
import { useFrontForm } from '../kit/front/use-front-form.ts'
import { Act } from '../parts/act/Act.tsx'
import { buttonClass } from '../parts/act/button-kind.ts'
import { Go } from '../parts/act/Go.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { levelWords } from '../parts/text/level-words.ts'
import { MixedNames } from '../parts/text/MixedScripts.tsx'
import { type InvitationLink, RefuseInvitation } from './RefuseInvitation.tsx'

type Invitation = AnswerOf<ProductContract['invite.read']>

const placeOf = ({ project_name, org_name }: Invitation): string =>
  project_name === null ? `the organization “${org_name}”` : `the project “${project_name}”`

const rightsOf = ({ access_level, roles }: Invitation): string => {
  if (access_level !== null) return `As ${levelWords[access_level].name}: ${levelWords[access_level].may}.`
  return roles.length === 0 ? 'As a member.' : `With the ${roles.length === 1 ? 'role' : 'roles'} ${roles.join(', ')}.`
}

/** Who may accept, seen by somebody who is signed in with an address, or not signed in (null). */
const whoseOf = ({ email, any_address }: Invitation, own: string | null): string => {
  if (any_address) return `It was written to ${email}; any account may accept it.`
  return own === null || isSame(own, email)
    ? `It is for ${email}.`
    : `It is for ${email}, and you are signed in as ${own}: sign out, and in with that address.`
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The button of a person who is signed in, and the refusal of the server below it. */
const Accept = ({ link }: { link: InvitationLink }) => {
  const { app, call } = useApp()
  const world = useWorld()
  const form = useFrontForm<Record<never, string>, true>({
    base: {},
    problemsOf: () => [],
    async send() {
      await call('invite.accept-link', { params: link })
      machineOf(app, 'project')?.send({ type: 'REFRESH' })
      world.tell('Invitation accepted')
      world.go('collections')
      return true
    },
  })
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate aria-label="Accept the invitation">
      <FrontFailure failure={form.failure} />
      <FrontSubmit form={form} command="invitation.accept-link" label="Accept" />
    </form>
  )
}

/** Where a person who is not signed in goes on: an account, or a new one where this installation lets them register. */
const Entrances = ({ link, invitation }: { link: InvitationLink; invitation: Invitation }) => {
  const { registration, identity } = useApp().configuration
  const target = `/invite/${link.id}/${link.secret}/`
  const hint = invitation.any_address ? {} : { hint: invitation.email }
  const mayRegister = identity.kind !== 'auth0' && registration !== 'closed'
  return (
    <>
      {mayRegister && (
        <Go
          to="register"
          search={{ invitation: link.id, secret: link.secret }}
          className={buttonClass({ kind: 'primary', wide: true })}
        >
          Create an account
        </Go>
      )}
      <Act
        command="session.start"
        args={{ target, ...hint }}
        kind={mayRegister ? 'secondary' : 'primary'}
        wide
        hint={false}
        label="Sign in to accept"
      />
    </>
  )
}

/** The page that the link of an invitation opens: who invites, to what, and with which rights. */
const InvitationScreen = () => {
  const { params, search } = useCurrentRoute()
  const { inviteId = '', inviteSecret = '' } = params
  const { refuse } = search
  const link = { id: inviteId, secret: inviteSecret }
  const { data, error, status } = useResource('invite.read', { params: link })
  const isSignedIn = useMachine('sign-in', (snapshot) => snapshot?.matches('signedIn') ?? false)
  // Until it is known who is here, neither way in is offered: it could be the wrong one.
  const isUnknown = useMachine('sign-in', (snapshot) => !snapshot?.hasTag('settled') && !snapshot?.matches('leaving'))
  const own = useMachine('sign-in', (snapshot) => snapshot?.context.user?.email ?? null)
  const isSlow = useSlow(isUnknown || (status === 'pending' && !data))
  useTitle()
  if (error)
    return (
      <Front title="This invitation no longer works" lead={error.message}>
        <Go to={isSignedIn ? 'collections' : 'sign-in'} className={buttonClass({ kind: 'primary', wide: true })}>
          {isSignedIn ? 'Go to your projects' : 'Sign in'}
        </Go>
      </Front>
    )
  if (!data || isUnknown) return isSlow ? <Loading label="Invitation" /> : null
  if (refuse !== undefined) return <RefuseInvitation link={link} by={data.invited_by} isSignedIn={isSignedIn} />
  const isOther = own !== null && !data.any_address && !isSame(own, data.email)
  return (
    <Front title={`${data.invited_by} invites you to ${placeOf(data)}`} lead={rightsOf(data)}>
      <MixedNames names={[data.invited_by, data.project_name, data.org_name]} />
      <p className={classes.beside}>{whoseOf(data, isSignedIn ? own : null)}</p>
      {!isSignedIn ? (
        <Entrances link={link} invitation={data} />
      ) : isOther ? (
        <Act command="session.end" kind="primary" wide label="Sign out" />
      ) : (
        <Accept link={link} />
      )}
      <Go
        to="invitation"
        params={{ inviteId, inviteSecret }}
        search={{ refuse: 'ask' }}
        className={buttonClass({ kind: 'ghost', wide: true })}
      >
        Refuse invitation
      </Go>
    </Front>
  )
}
export default InvitationScreen
