import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
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

type Invitation = AnswerOf<ProductContract['invite.read']>

const placeOf = ({ project_name, org_name }: Invitation): string =>
  project_name === null ? `the organization “${org_name}”` : `the project “${project_name}”`

const rightsOf = ({ access_level, roles }: Invitation): string => {
  if (access_level !== null) return `As ${levelWords[access_level].name}: ${levelWords[access_level].may}.`
  return roles.length === 0 ? 'As a member.' : `With the roles ${roles.join(', ')}.`
}

const whoseOf = ({ email, any_address }: Invitation): string =>
  any_address
    ? `It was written to ${email}; any account may accept it.`
    : `It is for ${email}: sign in with that address.`

/** The page that the link of an invitation opens: who invites, to what, and with which rights. */
const InvitationScreen = () => {
  const { inviteId = '', inviteSecret = '' } = useCurrentRoute().params
  const { data, error, status } = useResource('invite.read', { params: { id: inviteId, secret: inviteSecret } })
  const isSignedIn = useMachine('sign-in', (snapshot) => snapshot?.matches('signedIn') ?? false)
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
  const target = `/invite/${inviteId}/${inviteSecret}/`
  return (
    <Front title={`${data.invited_by} invites you to ${placeOf(data)}`} lead={rightsOf(data)}>
      <p className={classes.beside}>{whoseOf(data)}</p>
      {isSignedIn ? (
        <Act
          command="invitation.accept-link"
          args={{ invitation: inviteId, secret: inviteSecret }}
          kind="primary"
          wide
          hint={false}
        />
      ) : (
        <Act
          command="session.start"
          args={{ target, ...(data.any_address ? {} : { hint: data.email }) }}
          kind="primary"
          wide
          label="Sign in to accept"
        />
      )}
    </Front>
  )
}
export default InvitationScreen
