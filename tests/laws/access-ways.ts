import type { EndpointName } from '../../src/contract/contract.ts'
import type { Db } from '../../src/server/store/core/database.ts'
import { addRoles } from '../../src/server/store/organizations/organizations.ts'
import type { Api } from '../support/api.ts'
import { inviteOf } from '../support/invites.ts'
import type { SignedIn } from '../support/person.ts'

type Somebody = { readonly id: string; readonly email: string; readonly api: Api; readonly person: SignedIn }
type Way = () => Promise<{ by: Api; params: Record<string, string>; body?: unknown }>
type Given = { readonly db: Db; readonly somebody: () => Promise<Somebody> }

/** How the endpoints of access and invitations are called so that they succeed: by the founder of an organization with a project. */
export const accessWays = (given: () => Given): Partial<Record<EndpointName, Way>> => {
  const world = async () => {
    const { db, somebody } = given()
    const [ada, bob] = [await somebody(), await somebody()]
    const { id: org } = await ada.api.post<{ id: string }>('/api/2/organizations/', { name: 'Own' })
    await ada.api.post(`/api/2/organizations/${org}/roles`, { id: 'DEV_TEAM' })
    await addRoles(db, { orgId: org, accountId: bob.id, roles: [], now: 0 })
    const { id } = await ada.api.post<{ id: string }>('/api/2/account/projects', { name: 'Shop', org_id: org })
    const { key } = await db.selectFrom('project').select('key').where('id', '=', id).executeTakeFirstOrThrow()
    return { db, ada, bob, org, id, key, by: ada.person.api(id) }
  }
  const granted = async () => {
    const of = await world()
    const grant = { email: of.bob.email, access_level: 'VIEWER' }
    const member = await of.by.post<{ id: string }>(`/api/2/projects/${of.id}/access`, grant)
    return { ...of, accessId: member.id }
  }
  const invited = async () => {
    const of = await world()
    const stranger = await given().somebody()
    const invite = await inviteOf(of.db, { projectKey: of.key }, { email: stranger.email, by: of.ada.id })
    return { ...of, stranger, invite }
  }
  const invitedMember: Way = async () => {
    const { db, ada, org } = await world()
    const { email } = await given().somebody()
    const invite = await inviteOf(db, { orgId: org }, { email, by: ada.id })
    return { by: ada.api, params: { org, id: invite.id } }
  }
  const ofInvite: Way = async () => {
    const { by, id, invite } = await invited()
    return { by, params: { id, inviteId: invite.id } }
  }
  const answered: Way = async () => {
    const { stranger, invite } = await invited()
    return { by: stranger.api, params: { id: invite.id, secret: invite.secret } }
  }
  return {
    'access.grant': async () => {
      const { by, id, bob } = await world()
      return { by, params: { id }, body: { email: bob.email, access_level: 'EDITOR' } }
    },
    'access.remove': async () => {
      const { by, id, accessId } = await granted()
      return { by, params: { id, accessId } }
    },
    'access.leave': async () => {
      const { bob, id } = await granted()
      return { by: bob.person.api(id), params: { id } }
    },
    'role-access.grant': async () => {
      const { by, id } = await world()
      return { by, params: { id } }
    },
    'role-access.remove': async () => {
      const { by, id } = await world()
      const body = { role_id: 'DEV_TEAM', access_level: 'EDITOR' }
      const made = await by.post<{ id: string }>(`/api/2/projects/${id}/roles`, body)
      return { by, params: { id, accessId: made.id } }
    },
    'invite.create': async () => {
      const { by, id } = await world()
      return { by, params: { id } }
    },
    'invite.resend': ofInvite,
    'invite.revoke': ofInvite,
    'organization.invite': async () => {
      const { ada, org } = await world()
      return { by: ada.api, params: { org } }
    },
    'organization.resend-invite': invitedMember,
    'organization.revoke-invite': invitedMember,
    'invite.accept-link': answered,
    'invite.refuse-link': answered,
    'invite.accept': answered,
    'invite.refuse': answered,
  }
}
