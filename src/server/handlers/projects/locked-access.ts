import { highestLevel, levelOfSite } from '../../../domain/core/effective-level.ts'
import type { ProjectContext } from '../../http/context.ts'
import { forbidden, notFound, type Refusal } from '../../refusal.ts'
import { lockAccess, membersOf } from '../../store/projects/members.ts'

const changed = forbidden('Your access to this project has just been changed: load it again.')

/**
 * Locks who may enter the project of the request, which is `id`, until the transaction ends. Refuses whoever had the level of the request
 * when it came, and lost it to the change that held the lock before.
 */
export const lockOwnAccess = async (
  { caller, db, project, level }: ProjectContext,
  id: string,
): Promise<Refusal | null> => {
  if (id !== project.id || !(await lockAccess(db, project.key))) return notFound('project')
  if (caller.kind !== 'account' && caller.kind !== 'service') return null
  const [member] = await membersOf(db, project.key, caller.accountId)
  const site = caller.kind === 'account' && caller.sitePermission !== null ? levelOfSite[caller.sitePermission] : null
  const now = highestLevel([member?.access_level ?? null, site])
  return now !== null && highestLevel([now, level]) === now ? null : changed
}
