import { mayOpen } from '../../../machines/projects/project-choice.ts'
import type { AccessState } from './gate.ts'
import { machineOf } from './machines-of.ts'
import type { AppActor } from './view-effects.ts'

type ProjectSnapshot = ReturnType<NonNullable<ReturnType<typeof machineOf<'project'>>>['getSnapshot']>

const barredOf = (project: ProjectSnapshot | undefined): string | null =>
  project?.matches('barred') ? (project.context.barred?.projectId ?? null) : null

/** Current session and project state, read from the sign-in and project machines. */
export const accessStateOf = (app: AppActor): AccessState => {
  const signIn = machineOf(app, 'sign-in')?.getSnapshot()
  const project = machineOf(app, 'project')?.getSnapshot()
  const landing = machineOf(app, 'preferences')?.getSnapshot().context.landing
  return {
    ...(landing && { landing }),
    // An expired session leaves on the screen what is there, until the person signs in again.
    session:
      signIn?.matches('signedIn') || signIn?.matches('expired')
        ? 'signedIn'
        : signIn?.matches('signedOut') || signIn?.matches('insecure')
          ? 'signedOut'
          : 'deciding',
    project: project?.context.current
      ? 'open'
      : project?.matches('failed')
        ? 'failed'
        : project?.matches('barred')
          ? 'barred'
          : project?.matches('empty')
            ? 'none'
            : 'deciding',
    projectId: project?.context.current?.project.id ?? barredOf(project),
    isOwn: machineOf(app, 'navigation')?.getSnapshot().context.isOwn ?? false,
    homes: project?.context.homes ?? {},
    mayOpen: (id) => mayOpen(id, project?.context.projects ?? [], project?.context.account?.permissions ?? []),
    siteAdmin: project?.context.account?.permissions.includes('site_admin')
      ? 'yes'
      : project?.context.account || project?.matches('failed')
        ? 'no'
        : 'deciding',
  }
}
