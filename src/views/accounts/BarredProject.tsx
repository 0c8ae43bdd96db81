import { useApp } from '../core/app-context.ts'
import { machineOf, useMachine } from '../core/machines-of.ts'
import { useHref } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { FactorSetup } from './FactorSetup.tsx'
import classes from './factors.module.css'
import { PasswordForm } from './PasswordCard.tsx'

const TITLES = {
  mfa_required: 'Set up two-step verification',
  password_expired: 'Change your password',
  session_expired: 'Sign in again',
  no_project_access: 'You no longer have access',
} as const

const Factor = ({ onDone }: { onDone: () => void }) => {
  const { data } = useResource('factor.list', {})
  const account = useResource('account.read', {}).data
  const href = useHref()
  if (!data || !account) return null
  // The tenant keeps the factors: its next token says that there is one.
  if (!data.kept_here) return <Act command="session.renew" args={{ target: href }} kind="primary" />
  return <FactorSetup hasProof={account.has_password} onAdded={onDone} />
}

const Password = ({ onDone }: { onDone: () => void }) => {
  const account = useResource('account.read', {}).data
  return account ? <PasswordForm email={account.email} onDone={onDone} /> : null
}

/** Says that access to the project that was open has ended. */
const Lost = ({ name }: { name: string | null }) => (
  <>
    <PageHead title={TITLES.no_project_access} lead={name ?? undefined} />
    <EmptyState
      title="Your access to this project has ended"
      actions={
        <Go to="collections" kind="primary">
          Go to your projects
        </Go>
      }
    >
      Someone deleted it, or removed you or a role that let you in. Nothing more is saved here. Ask an OWNER or a
      MANAGER of the project if you need it back.
    </EmptyState>
  </>
)

/**
 * Says which rule of its organization keeps a project closed, and lets the person meet it; then the project opens. Where access was
 * taken away, it says that.
 */
const BarredProject = () => {
  const { app } = useApp()
  const href = useHref()
  const barred = useMachine('project', (snapshot) => snapshot?.context.barred ?? null)
  if (!barred) return null
  const { demand, name } = barred
  if (demand.code === 'no_project_access') return <Lost name={name} />
  const retry = () => machineOf(app, 'project')?.send({ type: 'RETRY' })
  return (
    <>
      <PageHead title={TITLES[demand.code]} lead={name === null ? undefined : `${name} opens afterwards.`} />
      <Card label={TITLES[demand.code]} className={classes.barred}>
        <div className="stack">
          <p>{demand.message}</p>
          {demand.code === 'mfa_required' && <Factor onDone={retry} />}
          {demand.code === 'password_expired' && <Password onDone={retry} />}
          {demand.code === 'session_expired' && (
            <div>
              <Act command="session.renew" args={{ target: href }} kind="primary" />
            </div>
          )}
          <p className="muted small">
            <Go to="collections" kind="text">
              Choose another project
            </Go>
          </p>
        </div>
      </Card>
    </>
  )
}
export default BarredProject
