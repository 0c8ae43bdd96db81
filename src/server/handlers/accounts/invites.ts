import type { invites } from '../../../contract/accounts/invites.ts'
import { addressKey } from '../../../domain/core/email-address.ts'
import {
  acceptInvite,
  openInvite,
  openOwnInvite,
  otherAddress,
  peekInvite,
  wasRefused,
} from '../../access/invitations.ts'
import { countRequest } from '../../access/password-attempts.ts'
import type { Context, HandlersPart } from '../../http/context.ts'
import { forbidden, Refusal, tooManyTries } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { accountById, isAddressConfirmed, isOfTenant } from '../../store/accounts/accounts.ts'
import { endInvite, type InviteRow } from '../../store/accounts/invites.ts'
import { shownInvitation } from '../projects/project-list.ts'

/** Handlers for the recipients of invitations. */
export const inviteHandlers = ({ mail }: Pick<Services, 'mail'>) =>
  ({
    'invite.read': async ({ params }, { db, ip, now }) => {
      const row = await peekInvite(db, params, now)
      return row instanceof Refusal ? countWrongLink({ db, ip, now }, row) : shownInvitation(row)
    },

    'invite.refuse-link': async ({ params }, context) => {
      const { db, ip, now } = context
      const row = await openInvite(db, params, now)
      if (!(row instanceof Refusal)) return refuse(context, row)
      return (await wasRefused(db, params)) ? null : countWrongLink({ db, ip, now }, row)
    },

    'invite.accept-link': async ({ params }, context) => {
      const { db, now } = context
      const account = await personOf(context)
      if (account instanceof Refusal) return account
      const row = await openInvite(db, params, now)
      if (row instanceof Refusal) return row
      if (!row.any_address) {
        if (addressKey(account.email) !== addressKey(row.email)) return otherAddress(row)
        // Nobody but the reader of that mailbox has a link that was mailed.
        if (!isAddressConfirmed(account) && !row.is_mailed) return unconfirmed(account, mail)
      }
      return accept(context, row, account)
    },

    'invite.accept': async ({ params }, context) => {
      const { db, now } = context
      const account = await personOf(context)
      if (account instanceof Refusal) return account
      if (!isAddressConfirmed(account)) return unconfirmed(account, mail)
      const row = await openOwnInvite(db, params.id, account, now)
      return row instanceof Refusal ? row : accept(context, row, account)
    },

    'invite.refuse': async ({ params }, context) => {
      const { db, now } = context
      const account = await personOf(context)
      if (account instanceof Refusal) return account
      if (!isAddressConfirmed(account)) return unconfirmed(account, mail)
      const row = await openOwnInvite(db, params.id, account, now)
      return row instanceof Refusal ? row : refuse(context, row)
    },
  }) satisfies HandlersPart<typeof invites>

type Person = NonNullable<Awaited<ReturnType<typeof accountById>>>

const personOf = async ({ caller, db }: Context): Promise<Person | Refusal> => {
  const account = caller.kind === 'account' ? await accountById(db, caller.accountId) : undefined
  return account ?? forbidden('Only people can answer invitations: sign in.')
}

const unconfirmed = (account: Person, { settings }: Services['mail']): Refusal => {
  const { email } = account
  const sentence = isOfTenant(account)
    ? `Your identity provider did not confirm ${email}: open the link in the mail of the invitation, or ask for one that any address may accept.`
    : settings === null
      ? `Confirm your email address first: this installation sends no mail, so ask its administrator for the link that confirms ${email}, then answer the invitation.`
      : `Confirm your email address first: open the link that was mailed to ${email}, then answer the invitation.`
  return new Refusal(403, 'address_unconfirmed', sentence)
}

/** Counts a wrong link for the address it came from; people may reload the page of a right one. */
const countWrongLink = async (
  { db, ip, now }: Pick<Context, 'db' | 'ip' | 'now'>,
  refusal: Refusal,
): Promise<Refusal> => {
  const waitMs = await countRequest(db, 'invitation', ip, now)
  const { status, code, message } = refusal
  return waitMs > 0 ? tooManyTries(waitMs) : new Refusal(status, code, message, { keepsWrites: true })
}

const refuse = async (context: Context, row: InviteRow): Promise<null> => {
  await endInvite(context.db, row.id, 'refused', context.now)
  record(context, row, { state: 'refused' })
  return null
}

const accept = async (context: Context, row: InviteRow, account: Person) => {
  const refused = await acceptInvite(context.db, row, account.id, context.now)
  if (refused) return refused
  record(context, row, { state: 'accepted', account: account.email, access_level: row.access_level, roles: row.roles })
  return { project_id: row.project_id, org_id: row.org_id }
}

const record = ({ record: audit }: Context, row: InviteRow, after: object): void =>
  audit({
    resource: { type: 'invite', id: row.id, name: row.email },
    after,
    ...(row.project_key !== null &&
      row.project_id !== null && { project: { key: row.project_key, id: row.project_id, orgId: row.project_org_id } }),
    ...(row.org_id !== null && { organizationId: row.org_id }),
  })
