import type { World } from '../core/world.ts'

/**
 * Why direct access to the open project cannot end: nobody would own it. Null where somebody would, or where its members are not loaded.
 * `isEnding` says which of a member's grants end.
 */
export const lastOwner = (
  isEnding: (grant: { readonly id: string; readonly role_id: string | null }, accountId: string) => boolean,
  world: World,
): string | null => {
  const members = world.known('project.members', { params: { id: world.project?.id ?? '' } })
  if (!members || members.meta.more) return null
  const owning = members.results.flatMap(({ account_id: account, grants }) =>
    grants.filter(({ level }) => level === 'OWNER').map((grant) => isEnding(grant, account)),
  )
  return owning.length > 0 && owning.every((ends) => ends)
    ? 'This is the last OWNER of the project: make another person an OWNER first.'
    : null
}
