import type { invites } from '../../../contract/accounts/invites.ts'
import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { addressKey, isEmailAddress } from '../../../domain/core/email-address.ts'
import { strangersWords } from '../../../domain/core/strangers-words.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { levelsHandedOutBy } from '../../../domain/projects/access-rules.ts'
import type { Context, HandlersPart } from '../../http/context.ts'
import { mailsSince, queueWrittenMail } from '../../mail/outbox.ts'
import { renderMail } from '../../mail/template.ts'
import { forbidden, invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import {
  addInvite,
  endInvite,
  type InviteRow,
  inviteBy,
  isIn,
  type Place,
  pendingInvites,
  renewInvite,
} from '../../store/accounts/invites.ts'
import { newSecret } from '../../store/core/identifiers.ts'
import { lockOrganization } from '../../store/organizations/members.ts'
import { rolesOf } from '../../store/organizations/roles.ts'
import { lockAccess } from '../../store/projects/members.ts'

type Invite = AnswerOf<ProductContract['invite.list']>['results'][number]
type Sender = Pick<Services, 'mail' | 'sealing' | 'url' | 'wakeMail'>
type Draft = Pick<Parameters<typeof addInvite>[1], 'level' | 'roles'> & {
  readonly body: { readonly email: string; readonly name?: string; readonly any_address?: boolean }
}

const MOST_PENDING = 100
/** Maximum invitations to one address within an hour, so that nobody can flood it. */
const MOST_MAILS = 5
const KIND = 'invitation'

/** Handlers of the invitations that a project or an organization gives. */
export const givenInviteHandlers = (services: Sender) =>
  ({
    'invite.list': async ({ params }, { db, project, now }) =>
      params.id === project.id
        ? listed(await pendingInvites(db, { projectKey: project.key }, now))
        : notFound('project'),

    'invite.create': async ({ params, body }, context) => {
      const { db, project, level: by } = context
      if (params.id !== project.id || !(await lockAccess(db, project.key))) return notFound('project')
      const { access_level: level } = body
      if (!levelsHandedOutBy(by).includes(level)) return forbidden(`The level ${by} may not make anyone ${level}.`)
      return invite(services, context, { projectKey: project.key }, { level, roles: [], body })
    },

    'invite.resend': async ({ params }, context) => {
      const { db, project, level: by, now } = context
      if (params.id !== project.id || !(await lockAccess(db, project.key))) return notFound('project')
      const row = await pendingBy(context, { projectKey: project.key }, params.inviteId)
      if (!row) return notFound('invitation')
      if (row.access_level !== null && !levelsHandedOutBy(by).includes(row.access_level))
        return forbidden(`The level ${by} may not make anyone ${row.access_level}.`)
      return resend(services, context, row, now)
    },

    'invite.revoke': async ({ params }, context) => {
      const { project, level: by } = context
      if (params.id !== project.id) return notFound('project')
      const row = await pendingBy(context, { projectKey: project.key }, params.inviteId)
      if (row?.access_level && !levelsHandedOutBy(by).includes(row.access_level))
        return forbidden(`The level ${by} may not revoke the invitation of an ${row.access_level}.`)
      return revoke(context, row)
    },

    'organization.invites': async ({ params }, { db, now }) =>
      listed(await pendingInvites(db, { orgId: params.org }, now)),

    'organization.invite': async ({ params: { org }, body }, context) => {
      const { db } = context
      await lockOrganization(db, org)
      const known = (await rolesOf(db, org)).map(({ id }) => id)
      const roles = [...new Set(body.roles ?? [])].filter((role) => role !== 'DEFAULT')
      const unknown = roles.find((role) => !known.includes(role))
      if (unknown !== undefined)
        return invalid([
          { field: 'roles', code: 'unknown', message: `roles must be roles of the organization: ${unknown} is none.` },
        ])
      return invite(services, context, { orgId: org }, { level: null, roles, body })
    },

    'organization.resend-invite': async ({ params: { org, id } }, context) => {
      await lockOrganization(context.db, org)
      const row = await pendingBy(context, { orgId: org }, id)
      return row ? resend(services, context, row, context.now) : notFound('invitation', 'organization')
    },

    'organization.revoke-invite': async ({ params: { org, id } }, context) =>
      revoke(context, await pendingBy(context, { orgId: org }, id)),
  }) satisfies HandlersPart<typeof invites>

const listed = (rows: readonly InviteRow[]) => ({
  meta: { more: false, next_cursor: null },
  results: rows.map(shown),
})

const shown = (row: InviteRow): Invite => ({
  id: row.id,
  email: row.email,
  name: row.name,
  access_level: row.access_level,
  project_id: row.project_id,
  org_id: row.org_id,
  roles: row.roles,
  any_address: row.any_address,
  invited_by: row.invited_by,
  invited_email: row.inviter_email,
  expires: formatTime(row.expires),
  created: formatTime(row.created),
  last_update: formatTime(row.last_update),
})

const pendingBy = async ({ db, now }: Context, place: Place, id: string): Promise<InviteRow | undefined> => {
  const row = id.includes('\0') ? undefined : await inviteBy(db, id, true)
  const isHere = 'orgId' in place ? row?.org_id === place.orgId : row?.project_key === place.projectKey
  // An expired one may be sent again and revoked, an ended one neither.
  return row && isHere && row.ended === null && row.created <= now ? row : undefined
}

const invite = async (services: Sender, context: Context, place: Place, { level, roles, body }: Draft) => {
  const { caller, db, now } = context
  if (caller.kind !== 'account') return forbidden('Only people can invite: sign in.')
  const email = body.email.trim()
  if (!isEmailAddress(email))
    return invalid([
      { field: 'email', code: 'invalid', message: 'email must be an email address such as ada@example.com.' },
    ])
  if (await isIn(db, place, email)) return new Refusal(409, 'conflict', `${email} is a member already.`)
  const pending = await pendingInvites(db, place, now)
  if (pending.some((row) => addressKey(row.email) === addressKey(email)))
    return new Refusal(409, 'conflict', `${email} was invited already: send that invitation again, or revoke it.`)
  if (pending.length >= MOST_PENDING)
    return new Refusal(422, 'quota', `At most ${MOST_PENDING} invitations may be pending: revoke one first.`)
  const secret = newSecret()
  const isMailed = services.mail.settings !== null
  const more = { name: body.name?.trim() ?? '', anyAddress: body.any_address ?? false, isMailed }
  const id = await addInvite(db, { place, secret, level, roles, email, ...more, accountId: caller.accountId, now })
  return deliver(services, context, id, secret)
}

const resend = async (services: Sender, context: Context, row: InviteRow, now: number) => {
  const { caller, db } = context
  if (caller.kind !== 'account') return forbidden('Only people can invite: sign in.')
  const secret = newSecret()
  const isMailed = services.mail.settings !== null
  await renewInvite(db, row.id, { secret, isMailed, accountId: caller.accountId, now })
  return deliver(services, context, row.id, secret)
}

/** Mails the link; where no mail server is set, the inviter is shown it once instead. */
const deliver = async ({ mail, sealing, url, wakeMail }: Sender, context: Context, id: string, secret: string) => {
  const { db, now } = context
  const row = await inviteBy(db, id, false)
  if (!row) throw new Error('The invitation was not stored.')
  const address = `${url}/invite/${id}/${secret}/`
  const leaves = mail.settings !== null
  if (leaves) {
    const { count } = await mailsSince(db, { to: row.email, kinds: [KIND], since: now - 3_600_000 })
    if (count >= MOST_MAILS)
      return new Refusal(429, 'too_many_requests', `${row.email} got ${count} invitations within an hour: try later.`)
    await queueWrittenMail(db, sealing, { kind: KIND, to: row.email, letter: letterOf(row, url, address), now })
    context.afterCommit(wakeMail)
  }
  record(context, row, {
    email: row.email,
    access_level: row.access_level,
    roles: row.roles,
    any_address: row.any_address,
  })
  return { ...shown(row), mail_leaves: leaves, link: leaves ? null : address }
}

const letterOf = (row: InviteRow, url: string, address: string) => {
  const [inviter, name] = [strangersWords(row.inviter_name), strangersWords(row.name)]
  const place = strangersWords(row.project_name ?? row.org_name ?? '')
  const what = `the ${row.project_name === null ? 'organization' : 'project'} ${place}`
  const as = row.access_level ?? row.roles.join(', ')
  return renderMail({
    subject: `${inviter} invites you to ${place}`,
    paragraphs: [
      `Hello${name === '' ? '' : ` ${name}`}, ${inviter} (${row.inviter_email}) invites you to ${what} in Sonde at ${url}${as === '' ? '' : `, as ${as}`}. The link works once, for 14 days.`,
    ],
    link: { words: 'Open the invitation', address },
    because: 'If you do not know the sender, ignore this mail: nothing happens without your answer.',
  })
}

const revoke = async (context: Context, row: InviteRow | undefined) => {
  if (!row) return new Refusal(404, 'not_found', 'There is no such invitation here.')
  await endInvite(context.db, row.id, 'revoked', context.now)
  record(context, row, { state: 'revoked' })
  return null
}

const record = (context: Context, row: InviteRow, after: object): void =>
  context.record({
    resource: { type: 'invite', id: row.id, name: row.email },
    after,
    ...(row.org_id !== null && { organizationId: row.org_id }),
  })
