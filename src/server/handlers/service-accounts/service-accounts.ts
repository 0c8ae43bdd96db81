import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { serviceAccounts as endpoints } from '../../../contract/service-accounts/service-accounts.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { serviceAccountProblems } from '../../../domain/service-accounts/service-account-rules.ts'
import { accountOf } from '../../access/caller.ts'
import type { Context, HandlersOf } from '../../http/context.ts'
import { invalid, Refusal } from '../../refusal.ts'
import type { Db } from '../../store/core/database.ts'
import {
  addServiceAccount,
  changeServiceAccount,
  projectsOfServiceAccounts,
  removeServiceAccount,
  roleIdsOf,
  type ServiceAccount,
  serviceAccountOf,
  serviceAccountsOf,
} from '../../store/service-accounts/service-accounts.ts'
import {
  addServiceKey,
  removeServiceKey,
  replaceKeys,
  type ServiceKey,
  serviceKeysOf,
} from '../../store/service-accounts/service-keys.ts'
import { recordEnded } from '../api-keys/api-keys.ts'

type Row = AnswerOf<(typeof endpoints)['service-account.update']>

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const missing = new Refusal(404, 'not_found', 'There is no such service account in this organization.')

/** Handlers of an organization's service accounts and their keys. */
export const serviceAccountHandlers = (): HandlersOf<typeof endpoints> => ({
  'service-account.list': async ({ params }, { db, now }) => ({
    meta: { more: false, next_cursor: null },
    data: await rowsOf(db, params.org, await serviceAccountsOf(db, params.org), now),
  }),

  'service-account.create': async ({ params, body }, context) => {
    const { db, now } = context
    const problems = serviceAccountProblems(body, await roleIdsOf(db, params.org))
    if (problems.length > 0) return invalid(problems)
    const id = await addServiceAccount(db, { orgId: params.org, name: body.name.trim(), roles: body.roles, now })
    const secret = await addKey(context, id, body.expires_days)
    const stored = await mustRead(db, params.org, id)
    record(context, params.org, { after: stored })
    return { ...(await rowOf(db, params.org, stored, now)), secret }
  },

  'service-account.update': async ({ params, body }, context) => {
    const { db, now } = context
    const before = await serviceAccountOf(db, params.org, params.id, { forChange: true })
    if (!before) return missing
    if (body.if_last_update !== undefined && body.if_last_update !== formatTime(before.last_update))
      return new Refusal(409, 'conflict', 'Someone else changed this service account while you were editing.')
    const problems = serviceAccountProblems(body, await roleIdsOf(db, params.org))
    if (problems.length > 0) return invalid(problems)
    const name = body.name?.trim() ?? before.name
    await changeServiceAccount(db, params.org, { id: before.id, name, roles: body.roles ?? before.roles, now })
    const after = await mustRead(db, params.org, before.id)
    record(context, params.org, { before, after })
    return rowOf(db, params.org, after, now)
  },

  'service-account.remove': async ({ params }, context) => {
    const before = await serviceAccountOf(context.db, params.org, params.id, { forChange: true })
    if (!before) return missing
    await removeServiceAccount(context.db, before.id)
    record(context, params.org, { before })
    return null
  },

  'service-account.rotate': async ({ params, body }, context) => {
    const { db, now } = context
    const stored = await serviceAccountOf(db, params.org, params.id, { forChange: true })
    if (!stored) return missing
    await replaceKeys(db, stored.id, body.overlap_hours * HOUR_MS, now)
    const secret = await addKey(context, stored.id, body.expires_days)
    context.record({
      resource: resourceOf(stored),
      organizationId: params.org,
      after: { key: secret.slice(0, 4), overlap_hours: body.overlap_hours, expires_days: body.expires_days ?? null },
    })
    return { ...(await rowOf(db, params.org, stored, now)), secret }
  },

  'service-account.revoke-key': async ({ params }, context) => {
    const stored = await serviceAccountOf(context.db, params.org, params.id, { forChange: true })
    if (!stored) return missing
    const removed = await removeServiceKey(context.db, stored.id, params.keyId)
    if (!removed) return new Refusal(404, 'not_found', 'This service account has no such key.')
    context.record({
      resource: resourceOf(stored),
      organizationId: params.org,
      before: { key: removed.prefix },
    })
    recordEnded(context, removed.made, params.keyId)
    return null
  },
})

const addKey = ({ db, caller, now }: Context, accountId: string, expiresDays: number | null | undefined) =>
  addServiceKey(db, {
    accountId,
    makerId: accountOf(caller),
    expires: expiresDays ? now + expiresDays * DAY_MS : null,
    now,
  })

const mustRead = async (db: Db, orgId: string, id: string): Promise<ServiceAccount> => {
  const stored = await serviceAccountOf(db, orgId, id)
  if (!stored) throw new Error('The service account was not stored.')
  return stored
}

const resourceOf = ({ id, name }: ServiceAccount) => ({ type: 'service-account', id, name })

const record = (
  context: Context,
  orgId: string,
  { before, after }: { before?: ServiceAccount; after?: ServiceAccount },
): void => {
  const about = after ?? before
  if (!about) return
  const audited = ({ name, roles }: ServiceAccount) => ({ name, roles })
  context.record({
    resource: resourceOf(about),
    organizationId: orgId,
    ...(before && { before: audited(before) }),
    ...(after && { after: audited(after) }),
  })
}

const rowOf = async (db: Db, orgId: string, one: ServiceAccount, now: number): Promise<Row> => {
  const [row] = await rowsOf(db, orgId, [one], now)
  if (!row) throw new Error('The service account has no row.')
  return row
}

const rowsOf = async (db: Db, orgId: string, stored: readonly ServiceAccount[], now: number): Promise<Row[]> => {
  if (stored.length === 0) return []
  const projects = await projectsOfServiceAccounts(db, orgId)
  const keys = await serviceKeysOf(db, orgId, now)
  return stored.map(({ id, name, roles, created, last_update }) => ({
    id,
    name,
    roles: [...roles],
    projects: projects.filter((one) => one.account_id === id).map(({ account_id: _, ...project }) => project),
    keys: keys.filter((one) => one.account_id === id).map(shownKey),
    created: formatTime(created),
    last_update: formatTime(last_update),
  }))
}

const shownKey = ({ id, prefix, created, maker, last_used, expires, replaced }: ServiceKey): Row['keys'][number] => ({
  id,
  prefix,
  created: formatTime(created),
  created_by: maker,
  last_used: last_used === null ? null : formatTime(last_used),
  expires: expires === null ? null : formatTime(expires),
  replaced: replaced === null ? null : formatTime(replaced),
})
