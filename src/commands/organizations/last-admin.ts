import type { World } from '../core/world.ts'

/** Whether an organization would have no ADMIN without an account, as far as its members are loaded; the caller's own account without one. */
export const isLastAdmin = (organization: string, account: string | undefined, world: World): boolean => {
  const id = account ?? world.known('account.read', {})?.id
  const members = world.known('organization.members', { params: { org: organization } })
  if (id === undefined || !members || members.meta.more) return false
  const admins = members.results.filter(({ roles }) => roles.includes('ADMIN'))
  return admins.length === 1 && admins[0]?.id === id
}

/** Why one cannot give up what makes one the ADMIN of an organization; absent where one can. */
export const barredAsLast = (organization: string, world: World): { readonly barred?: string } =>
  isLastAdmin(organization, undefined, world)
    ? {
        barred: 'You are the last ADMIN of the organization: make another member an ADMIN first, or delete it.',
      }
    : {}
