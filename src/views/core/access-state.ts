import type { AccessState } from './gate.ts'
import { machineOf } from './machines-of.ts'
import type { AppActor } from './view-effects.ts'

/** Current session and project state, read from the sign-in and project machines. */
export const accessStateOf = (app: AppActor): AccessState => {
  const signIn = machineOf(app, 'sign-in')?.getSnapshot()
  const project = machineOf(app, 'project')?.getSnapshot()
  return {
    session: signIn?.matches('signedIn')
      ? 'signedIn'
      : signIn?.matches('signedOut') || signIn?.matches('insecure')
        ? 'signedOut'
        : 'deciding',
    project: project?.context.current
      ? 'open'
      : project?.matches('empty') || project?.matches('failed')
        ? 'none'
        : 'deciding',
    projectId: project?.context.current?.project.id ?? null,
    siteAdmin: project?.context.account?.permissions.includes('site_admin')
      ? 'yes'
      : project?.context.account || project?.matches('failed')
        ? 'no'
        : 'deciding',
  }
}
