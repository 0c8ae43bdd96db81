import type { auditEntry, audits } from '../../../contract/audit/audits.ts'
import type { ProductContract } from '../../../contract/contract.ts'
import type { QueryOf, Shape } from '../../../contract/core/endpoint.ts'
import { isSitePermission, type SitePermission } from '../../../domain/core/effective-level.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { refuseByRules } from '../../access/organizations.ts'
import { askedRange } from '../../http/asked-range.ts'
import type { Context, HandlersOf } from '../../http/context.ts'
import { csvStream } from '../../http/csv-stream.ts'
import { forbidden, invalid, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import {
  type ActorName,
  type AuditFilter,
  type AuditRow,
  type AuditScope,
  accountsOfAddress,
  actorNames,
  auditCursor,
  hasObject,
  listEntries,
  readAuditCursor,
} from '../../store/audit/audits.ts'
import type { Db } from '../../store/core/database.ts'
import { AUDIT_HEAD, auditCells } from './audit-csv.ts'
import { auditedType, unknownValues } from './audit-values.ts'
import { verifications } from './audit-verifications.ts'

type Entry = Shape<typeof auditEntry>
type Asked = QueryOf<ProductContract['audit.list']>

const PAGE = 100
const CSV_PAGE = 1000

export const auditHandlers = (services: Services): HandlersOf<typeof audits> => ({
  'audit.list': async ({ query }, { db, project, now }) => {
    const found = await pageOf({ db, now }, { projectKey: project.key }, query)
    return found instanceof Refusal ? found : { ...found, meta: { ...found.meta, project_id: project.id } }
  },

  'audit.list-of-resource': async ({ params, query }, { db, project, now }) => {
    const found = await pageOf({ db, now }, { projectKey: project.key }, query, params.id)
    if (found instanceof Refusal || found.results.length > 0 || (await isKnown(db, project, params.id))) return found
    return new Refusal(404, 'not_found', 'This project never had an object with that id.')
  },

  'audit.list-of-organization': async ({ params, query }, context) => {
    const allowed = await mayGovern(context, params.org)
    return allowed === true ? pageOf(context, { orgId: params.org }, query) : allowed
  },

  'audit.list-of-installation': ({ query }, context) => pageOf(context, 'none', query),

  'audit.csv': async ({ query }, { db, project, now }) => {
    const filter = await filterOf({ db, now }, { projectKey: project.key }, query)
    if (filter instanceof Refusal) return filter
    let after: { time: number; key: number } | null | undefined
    return csvStream({
      projectKey: project.key,
      fileName: `audit-${project.id}-${formatTime(now).slice(0, 10)}.csv`,
      head: AUDIT_HEAD,
      async next() {
        if (after === null) return null
        const rows = await listEntries(db, filter, { limit: CSV_PAGE, ...(after && { after }) })
        after = rows.length < CSV_PAGE ? null : rows.at(-1)
        return (await entriesOf(db, rows)).map(auditCells)
      },
    })
  },

  ...verifications(services),
})

type At = Pick<Context, 'db' | 'now'>
type Page = { meta: { more: boolean; next_cursor: string | null; project_id?: string }; results: Entry[] }

const pageOf = async (at: At, scope: AuditScope, query: Asked, resourceId?: string): Promise<Page | Refusal> => {
  const { db } = at
  const filter = await filterOf(at, scope, query)
  if (filter instanceof Refusal) return filter
  const after = query.cursor === undefined || query.cursor === '' ? undefined : readAuditCursor(query.cursor)
  if (after === null)
    return invalid([
      { field: 'cursor', code: 'invalid', message: 'cursor must be the next_cursor of an earlier answer.' },
    ])
  const limit = query.limit ?? PAGE
  const asked = { limit: limit + 1, ...(after && { after }) }
  const rows = await listEntries(db, { ...filter, ...(resourceId !== undefined && { resourceId }) }, asked)
  const more = rows.length > limit
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { meta: { more, next_cursor: more && last ? auditCursor(last) : null }, results: await entriesOf(db, page) }
}

/** Builds the filter of a query, or a refusal that names what is wrong. */
const filterOf = async (
  { db, now }: At,
  scope: AuditScope,
  { from, to, actor, action, type }: Omit<Asked, 'cursor' | 'limit'>,
): Promise<AuditFilter | Refusal> => {
  const { problems, ...range } = askedRange(['from', from], ['to', to], { now })
  if (problems.length > 0) return invalid(problems)
  const narrowed = { scope, ...(action && { action }), ...(type && { type: auditedType(type) }) }
  const unknown = await unknownValues(db, narrowed)
  if (unknown.length > 0) return invalid(unknown)
  const actorIds = actor?.includes('@') ? await accountsOfAddress(db, actor) : actor && [actor]
  return { ...narrowed, ...range, ...(actorIds && { actorIds }) }
}

const KINDS: Readonly<Record<string, Entry['actor']['kind']>> = {
  account: 'user',
  api_key: 'api_key',
  service: 'service_account',
  agent: 'agent',
}

const entriesOf = async (db: Db, rows: readonly AuditRow[]): Promise<Entry[]> => {
  const names = rows.length > 0 ? await actorNames(db, rows) : new Map<string, ActorName>()
  return rows.map(({ key: _, project_key: __, actor, hash, time, ...row }) => ({
    ...row,
    time: formatTime(time),
    actor: {
      kind: KINDS[actor.kind] ?? 'system',
      id: actor.id,
      ...(names.get(actor.id ?? '') ?? { name: null, email: null }),
      as: permissionOf(actor.as ?? null),
    },
    hash: hash.toString('hex'),
  }))
}

const permissionOf = (as: string | null): SitePermission | null => (isSitePermission(as) ? as : null)

const isKnown = async (db: Db, project: { key: number; id: string }, id: string): Promise<boolean> =>
  id === project.id || (await hasObject(db, project.key, id))

const mayGovern = async ({ caller, db, now }: Context, orgId: string): Promise<true | Refusal> => {
  if (caller.kind !== 'account') return forbidden('An API key cannot read the audit log of an organization.')
  const organization = await db.selectFrom('organization').select('id').where('id', '=', orgId).executeTakeFirst()
  const role = await db
    .selectFrom('organization_member')
    .select('role_id')
    .where('org_id', '=', orgId)
    .where('account_id', '=', caller.accountId)
    .where('role_id', '=', 'ADMIN')
    .executeTakeFirst()
  if (organization && (role || caller.sitePermission !== null))
    return (await refuseByRules(db, caller, orgId, now)) ?? true
  return forbidden('Only ADMINs of an organization may read its audit log.')
}
