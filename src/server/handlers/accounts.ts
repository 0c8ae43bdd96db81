import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Level } from '../../domain/access.ts'
import { periodEnd, periodStart } from '../../domain/periods.ts'
import { tagProblems } from '../../domain/tag-rules.ts'
import { formatTime } from '../../domain/wire-time.ts'
import { actorOf } from '../http/audit.ts'
import type { Context, Handlers } from '../http/context.ts'
import { forbidden, invalid } from '../refusal.ts'
import type { Db } from '../store/database.ts'
import { createApiKey, createProject, type ProjectRow } from '../store/projects.ts'
import { monthlyUse } from '../store/quota.ts'

type ProjectList = AnswerOf<ProductContract['project.list']>
type Names = 'project.list' | 'project.create' | 'quota.read'

export const accountHandlers = (): Pick<Handlers, Names> => ({
  'project.list': async (_, context) => {
    const { caller, db } = context
    if (caller.kind !== 'api_key') return forbidden('Projects are listed for accounts and API keys.')
    const key = await db.selectFrom('api_key').selectAll().where('id', '=', caller.keyId).executeTakeFirstOrThrow()
    const project = await db
      .selectFrom('project')
      .selectAll()
      .where('key', '=', caller.project.key)
      .executeTakeFirstOrThrow()
    const account = caller.accountId
      ? await db.selectFrom('account').select(['id', 'email']).where('id', '=', caller.accountId).executeTakeFirst()
      : undefined
    const organization = project.org_id ? await organizationOf(db, project.org_id) : null
    return {
      meta: {
        account_id: account?.id ?? '',
        current_project_id: project.id,
        invites: [],
        new_project: false,
        roles: {},
        permissions: [],
        verify_needed: false,
      },
      projects: [
        {
          id: key.id,
          access_level: caller.level,
          account_id: account?.id ?? '',
          account_email: account?.email ?? '',
          role_id: null,
          created: formatTime(key.created),
          last_update: formatTime(key.created),
          project: projectAnswer(project),
          organization,
        },
      ],
      organizations: organization ? [organization] : [],
    }
  },

  'project.create': async ({ body }, context) => {
    const { caller, db, now } = context
    if (caller.kind !== 'api_key' || !caller.accountId || caller.level !== 'OWNER')
      return forbidden('Creating a project needs an OWNER key that an account made.')
    const orgId = body.org_id === undefined ? caller.project.orgId : body.org_id
    if (orgId !== null && !(await isOrganizationAdmin(db, orgId, caller.accountId)))
      return forbidden('Creating a project in an organization needs its ADMIN role.')
    const problems = tagProblems('tags', body.tags ?? [])
    if (problems.length > 0) return invalid(problems)
    const accountId = caller.accountId
    const project = await createProject(db, { name: body.name.trim(), orgId, tags: body.tags ?? [], accountId, now })
    const level: Level = 'OWNER'
    const api_key = await createApiKey(db, { projectKey: project.key, name: 'First key', level, accountId, now })
    context.record({
      resource: { type: 'project', id: project.id, name: project.name },
      after: { name: project.name, org_id: orgId, created_by: actorOf(caller) },
    })
    return { ...projectAnswer(project), api_key }
  },

  'quota.read': async (_, context) => {
    const { now, project } = context
    const month = periodStart('MONTH', now)
    const use = await monthlyUse(context.db, project, month, now)
    return {
      // Whoever hosts it, owns it: no limits unless the operator sets them.
      sub: { level: 'ENTERPRISE', name: 'Self-hosted', plan: 'unlimited', state: 'active', start: null, end: null },
      trial_expiry_date: null,
      has_trial_expired: false,
      counts: { ...use, last_hour_dt: formatTime(periodStart('HOUR', now)), public_report_count: 0 },
      monthly_progress: (now - month) / (periodEnd('MONTH', month) - month),
      quotas: { public_report_quota: null, test_run_quota: null, test_setup_quota: null },
    }
  },
})

const isOrganizationAdmin = async (db: Context['db'], orgId: string, accountId: string): Promise<boolean> => {
  const role = await db
    .selectFrom('organization_member')
    .select('role_id')
    .where('org_id', '=', orgId)
    .where('account_id', '=', accountId)
    .where('role_id', '=', 'ADMIN')
    .executeTakeFirst()
  return role !== undefined
}

const projectAnswer = ({ id, name, org_id, doc, created, last_update }: ProjectRow) => ({
  id,
  name,
  org_id,
  tags: Array.isArray(doc.tags) ? doc.tags.map(String) : [],
  system_tags: [],
  security_profile: null,
  created: formatTime(created),
  last_update: formatTime(last_update),
})

const organizationOf = async (db: Db, id: string): Promise<ProjectList['organizations'][number] | null> => {
  const row = await db.selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    org_id: row.id,
    name: row.name,
    enforce_2fa: false,
    kms_enabled: false,
    subscription_level: null,
    tags: [],
    password_expiry_days: 0,
    created: formatTime(row.created),
    last_update: formatTime(row.last_update),
  }
}
