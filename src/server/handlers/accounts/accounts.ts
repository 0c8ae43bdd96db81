import type { accounts } from '../../../contract/accounts/accounts.ts'
import { NO_SESSION_HEADER } from '../../../contract/identity/sessions.ts'
import type { Level } from '../../../domain/core/access.ts'
import { periodEnd, periodStart } from '../../../domain/core/periods.ts'
import { shownName } from '../../../domain/core/shown-name.ts'
import { tagProblems } from '../../../domain/core/tag-rules.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { type Caller, isUnconfirmed } from '../../access/caller.ts'
import { refuseByRules } from '../../access/organizations.ts'
import { setCurrentProject } from '../../access/standing.ts'
import { actorOf } from '../../http/audit.ts'
import type { HandlersPart } from '../../http/context.ts'
import { forbidden, invalid, Refusal } from '../../refusal.ts'
import type { Db } from '../../store/core/database.ts'
import { mayCreateProjects } from '../../store/organizations/roles.ts'
import { createApiKey, createProject } from '../../store/projects/projects.ts'
import { monthlyUse } from '../../store/projects/quota.ts'
import { makerOf } from '../api-keys/api-keys.ts'
import { listOfAccount, listOfKey, projectAnswer } from '../projects/project-list.ts'

export const accountHandlers = () =>
  ({
    'project.list': async (_, { caller, db, now }) => {
      if (caller.kind === 'account') return listOfAccount(db, caller, now)
      if (caller.kind === 'service')
        return listOfAccount(db, { accountId: caller.accountId, sitePermission: null }, now)
      if (caller.kind === 'api_key') return listOfKey(db, caller)
      return forbidden('Only accounts and API keys may list projects.')
    },

    'project.create': async ({ body }, context) => {
      const { caller, db, now } = context
      const founder = founderOf(caller)
      if (!founder) return forbidden('Creating a project requires an account, or an OWNER key created by an account.')
      const { accountId } = founder
      const orgId = body.org_id === undefined ? founder.usualOrgId : body.org_id
      if (orgId !== null && !founder.isSiteAdmin && !(await mayCreateProjects(db, orgId, accountId)))
        return forbidden('Only ADMINs of an organization, and roles that create projects, may create projects in it.')
      // A key is of one project, and reaches no other organization than that project's.
      if (caller.kind === 'api_key' && orgId !== null && orgId !== founder.usualOrgId)
        return forbidden('A key creates projects only in the organization of its own project.')
      const unmet = orgId === null ? null : await refuseByRules(db, caller, orgId, now)
      if (unmet) return unmet
      const problems = [...tagProblems('tags', body.tags ?? []), ...(await organizationProblems(db, orgId))]
      if (problems.length > 0) return invalid(problems)
      const maker = await makerOf(db, caller)
      if (maker instanceof Refusal) return maker
      const made = {
        name: shownName(body.name),
        orgId,
        tags: body.tags ?? [],
        accountId,
        isHeld: isUnconfirmed(caller),
        now,
      }
      const project = await createProject(db, made)
      context.record({
        resource: { type: 'project', id: project.id, name: project.name },
        after: { name: project.name, org_id: orgId, created_by: actorOf(caller) },
        project: { key: project.key, id: project.id, orgId },
      })
      if (caller.kind === 'account') return projectAnswer(project)
      // An API key is valid for one project only: without a new key there would be no access to the new project.
      const level: Level = 'OWNER'
      const api_key = await createApiKey(db, {
        projectKey: project.key,
        name: 'First key',
        level,
        accountId,
        maker: maker.key,
        now,
        expires: maker.expires,
      })
      return { ...projectAnswer(project), api_key }
    },

    'quota.read': async (_, context) => {
      const { caller, exchange, now, project } = context
      // To switch to a project is to ask for its quota: it is the account's current one from now on.
      const isVisit = exchange.request.headers[NO_SESSION_HEADER.toLowerCase()] === undefined
      if (caller.kind === 'account' && isVisit) await setCurrentProject(context.db, caller.accountId, project.key, now)
      const month = periodStart('MONTH', now)
      const use = await monthlyUse(context.db, project, month, now)
      return {
        // Self-hosted: no limits unless the operator sets them.
        sub: { level: 'ENTERPRISE', name: 'Self-hosted', plan: 'unlimited', state: 'active', start: null, end: null },
        trial_expiry_date: null,
        has_trial_expired: false,
        counts: { ...use, last_hour_dt: formatTime(periodStart('HOUR', now)), public_report_count: 0 },
        monthly_progress: (now - month) / (periodEnd('MONTH', month) - month),
        quotas: { public_report_quota: null, test_run_quota: null, test_setup_quota: null },
      }
    },
  }) satisfies HandlersPart<typeof accounts>

type Founder = { accountId: string; usualOrgId: string | null; isSiteAdmin: boolean }

/** In whose name a caller creates projects, and where, if it does not say. */
const founderOf = (caller: Caller): Founder | null => {
  if (caller.kind === 'account')
    return { accountId: caller.accountId, usualOrgId: null, isSiteAdmin: caller.sitePermission === 'site_admin' }
  if (caller.kind !== 'api_key' || !caller.accountId || caller.level !== 'OWNER') return null
  return { accountId: caller.accountId, usualOrgId: caller.project.orgId, isSiteAdmin: false }
}

const organizationProblems = async (db: Db, orgId: string | null) => {
  if (orgId === null) return []
  const found = await db.selectFrom('organization').select('id').where('id', '=', orgId).executeTakeFirst()
  return found
    ? []
    : [{ field: 'org_id', code: 'unknown', message: 'org_id must be the id of an organization.' } as const]
}
