import { INSECURE_TEXT } from '../../../machines/identity/sign-in.ts'
import { useApp } from '../core/app-context.ts'
import { useMachine } from '../core/machines-of.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useSlow } from '../core/use-slow.ts'
import { Front } from '../kit/front/Front.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { Spinner } from '../parts/text/Spinner.tsx'
import { RegisterLink } from './RegisterLink.tsx'
import { SetUpNeeded } from './SetUpNeeded.tsx'

/** Start page for visitors, also shown after signing out. */
const SignInScreen = () => {
  const { identity, needs_setup } = useApp().configuration
  const isOut = useCurrentRoute().name === 'sign-out'
  const isInsecure = useMachine('sign-in', (snapshot) => snapshot?.matches('insecure') ?? false)
  const isBusy = useMachine('sign-in', (snapshot) => snapshot?.hasTag('busy') ?? true)
  const isLeaving = useMachine('sign-in', (snapshot) => snapshot?.matches('leaving') ?? false)
  const hasExpired = useMachine('sign-in', (snapshot) => snapshot?.context.expired ?? false)
  const problem = useMachine('sign-in', (snapshot) => snapshot?.context.error?.message ?? null)
  const isSlow = useSlow(isBusy)
  useTitle()

  if (isInsecure)
    return (
      <Front title="Sign in">
        <Notice kind="warning" title="Signing in at this address is not secure">
          {INSECURE_TEXT}
        </Notice>
      </Front>
    )
  if (needs_setup && !isOut) return <SetUpNeeded />

  const leadsAway = identity.kind === 'auth0'
  return (
    <Front title={isOut && !isBusy ? 'You are signed out' : 'Sign in'} lead={leadOf({ isOut, hasExpired, leadsAway })}>
      {problem !== null && (
        <Notice kind="fail" title="Sign-in failed" urgent>
          {problem}
        </Notice>
      )}
      <Act
        command="session.start"
        kind="primary"
        wide
        icon={leadsAway ? 'lock' : undefined}
        label={labelOf({ failed: problem !== null, leadsAway, again: isOut })}
        pending={isLeaving}
      />
      {isSlow && (
        <p className="row muted" role="status">
          <Spinner small /> {isLeaving ? 'Redirecting to the sign-in page' : 'Checking your session'}
        </p>
      )}
      <RegisterLink />
    </Front>
  )
}
export default SignInScreen

const leadOf = (facts: { isOut: boolean; hasExpired: boolean; leadsAway: boolean }): string => {
  if (facts.hasExpired) return 'Your session has ended. Sign in again to continue. Your input is kept in this tab.'
  if (facts.isOut) return 'Your session at this server has ended.'
  return facts.leadsAway
    ? 'You continue at your organization’s sign-in page and come back here.'
    : 'You sign in at this server and come back to where you were going.'
}

const labelOf = (facts: { failed: boolean; leadsAway: boolean; again: boolean }): string => {
  if (facts.failed) return 'Try again'
  if (facts.leadsAway) return 'Continue with single sign-on'
  return facts.again ? 'Sign in again' : 'Sign in'
}
