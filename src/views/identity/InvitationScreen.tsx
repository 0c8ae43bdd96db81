import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useApp } from '../core/app-context.ts'
import { useMachine } from '../core/machines-of.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import classes from '../kit/front/Front.module.css'
import { Front } from '../kit/front/Front.tsx'
import { Act } from '../parts/act/Act.tsx'
import { buttonClass } from '../parts/act/button-kind.ts'
import { Go } from '../parts/act/Go.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { levelWords } from '../parts/text/level-words.ts'
import { RegistrationForm } from './RegistrationForm.tsx'

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

/** The page that the link of an invitation opens: who invites, to what, and with which rights. */
const InvitationScreen = () => {
  const { params, search } = useCurrentRoute()
  const { inviteId = '', inviteSecret = '' } = params
  const { registration, identity } = useApp().configuration
  const { data, error, status } = useResource('invite.read', { params: { id: inviteId, secret: inviteSecret } })
  const isSignedIn = useMachine('sign-in', (snapshot) => snapshot?.matches('signedIn') ?? false)
  const own = useMachine('sign-in', (snapshot) => snapshot?.context.user?.email ?? null)
  const isSlow = useSlow(status === 'pending' && !data)
  useTitle()
  if (error)
    return (
      <Front title="This invitation no longer works" lead={error.message}>
        <Go to={isSignedIn ? 'collections' : 'sign-in'} className={buttonClass({ kind: 'primary', wide: true })}>
          {isSignedIn ? 'Go to your projects' : 'Sign in'}
        </Go>
      </Front>
    )
  if (!data) return isSlow ? <Loading label="Invitation" /> : null
  const { email, any_address } = data
  const title = `${data.invited_by} invites you to ${placeOf(data)}`
  const mayRegister = registration !== 'closed' && identity.kind !== 'auth0'
  if (!isSignedIn && mayRegister && search.account === 'new') {
    const invited = { id: inviteId, secret: inviteSecret, email, isBound: !any_address, lead: `${title}.` }
    return <RegistrationForm invited={invited} />
  }
  const isOther = own !== null && !any_address && !isSame(own, email)
  return (
    <Front title={title} lead={rightsOf(data)}>
      <p className={classes.beside}>{whoseOf(data, isSignedIn ? own : null)}</p>
      {!isSignedIn ? (
        <>
          <Act
            command="session.start"
            args={{ target: `/invite/${inviteId}/${inviteSecret}/`, ...(any_address ? {} : { hint: email }) }}
            kind="primary"
            wide
            label="Sign in to accept"
          />
          {mayRegister && (
            <p className={classes.beside}>
              New here?{' '}
              <Go to="invitation" params={{ inviteId, inviteSecret }} search={{ account: 'new' }} kind="text">
                Create an account
              </Go>
            </p>
          )}
        </>
      ) : isOther ? (
        <Act command="session.end" kind="primary" wide label="Sign out" />
      ) : (
        <>
          <Act
            command="invitation.accept-link"
            args={{ invitation: inviteId, secret: inviteSecret }}
            kind="primary"
            wide
            hint={false}
          />
          <p className={classes.beside}>
            Invitations of your address also wait under{' '}
            <Go to="collections" kind="text">
              Collections
            </Go>
            , where you can refuse them.
          </p>
        </>
      )}
    </Front>
  )
}
export default InvitationScreen
