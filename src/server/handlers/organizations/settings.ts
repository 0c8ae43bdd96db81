import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { organizations as endpoints } from '../../../contract/organizations/organizations.ts'
import { periodStart } from '../../../domain/core/periods.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import { shownName } from '../../../domain/core/shown-name.ts'
import { tagProblems } from '../../../domain/core/tag-rules.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { isUnconfirmed } from '../../access/caller.ts'
import { refuseEnforcing } from '../../access/organizations.ts'
import type { HandlersPart } from '../../http/context.ts'
import { forbidden, invalid, notFound, Refusal } from '../../refusal.ts'
import type { Db } from '../../store/core/database.ts'
import { newId } from '../../store/core/identifiers.ts'
import { offsetOfCursor } from '../../store/core/key-cursor.ts'
import { lockOrganization } from '../../store/organizations/members.ts'
import {
  changeOrganization,
  listOrganizations,
  type OrganizationRow,
  readOrganization,
  removeOrganization,
} from '../../store/organizations/organization-list.ts'
import { createOrganization } from '../../store/organizations/organizations.ts'

type Settings = AnswerOf<(typeof endpoints)['organization.read']>

const PAGE = 100

/** Handlers of organizations and their settings. */
export const organizationSettingsHandlers = () =>
  ({
    'organization.list': async ({ query }, { db, now }) => {
      const offset = offsetOfCursor(query.cursor)
      const limit = query.limit ?? PAGE
      const rows = await listOrganizations(db, {
        search: query.search ?? '',
        limit: limit + 1,
        offset,
        month: periodStart('MONTH', now),
      })
      const more = rows.length > limit
      return {
        meta: { more, next_cursor: more ? String(offset + limit) : null },
        results: rows
          .slice(0, limit)
          .map((row) => ({ ...shown(row), members: row.members, projects: row.projects, runs: row.runs })),
      }
    },

    'organization.create': async ({ body }, { caller, db, now, record }) => {
      const problems = draftProblems(body)
      if (problems.length > 0) return invalid(problems)
      if (caller.kind !== 'account') return forbidden('Only people can create organizations: sign in.')
      if (isUnconfirmed(caller))
        return new Refusal(
          403,
          'address_unconfirmed',
          `Confirm your email address first: open the link that was mailed to ${caller.unconfirmed}.`,
        )
      const id = newId()
      await createOrganization(db, { id, name: shownName(body.name), accountId: caller.accountId, now })
      const made = await mustRead(db, id)
      if (body.tags) await changeOrganization(db, made, { ...made, tags: body.tags, now })
      const row = await mustRead(db, id)
      record({ resource: resourceOf(row), organizationId: id, after: auditedOf(row) })
      return settingsOf(row)
    },

    'organization.read': async ({ params }, { db }) => {
      const row = await readOrganization(db, params.org)
      return row ? settingsOf(row) : notFound('organization', 'installation')
    },

    'organization.update': async ({ params, body }, { caller, db, now, record }) => {
      await lockOrganization(db, params.org)
      const before = await readOrganization(db, params.org)
      if (!before) return notFound('organization', 'installation')
      if (body.if_last_update !== undefined && body.if_last_update !== formatTime(before.last_update))
        return new Refusal(409, 'conflict', 'Someone else changed this organization while you were editing.')
      const problems = draftProblems(body)
      if (problems.length > 0) return invalid(problems)
      const locked = body.enforce_2fa === true && !before.enforce_2fa ? refuseEnforcing(caller) : null
      if (locked) return locked
      await changeOrganization(db, before, {
        name: body.name === undefined ? before.name : shownName(body.name),
        tags: body.tags ?? tagsOf(before),
        enforce_2fa: body.enforce_2fa ?? before.enforce_2fa,
        password_expiry_days: body.password_expiry_days ?? before.password_expiry_days,
        session_hours: body.session_hours ?? before.session_hours,
        now,
      })
      const after = await mustRead(db, params.org)
      record({
        resource: resourceOf(after),
        organizationId: after.id,
        before: auditedOf(before),
        after: auditedOf(after),
      })
      return settingsOf(after)
    },

    'organization.remove': async ({ params }, { db, record }) => {
      await lockOrganization(db, params.org)
      const before = await readOrganization(db, params.org)
      if (!before) return notFound('organization', 'installation')
      if (before.projects > 0)
        return new Refusal(
          409,
          'conflict',
          `This organization has ${before.projects === 1 ? 'a project' : `${before.projects} projects`}: move them out or delete them first.`,
        )
      await removeOrganization(db, before.id)
      record({ resource: resourceOf(before), organizationId: before.id, before: auditedOf(before) })
      return null
    },
  }) satisfies HandlersPart<typeof endpoints>

const draftProblems = ({ name, tags }: { name?: string; tags?: string[] }): Problem[] => [
  ...(name?.trim() === '' ? [problem('name', 'required', 'must not be empty.')] : []),
  ...tagProblems('tags', tags ?? []),
]

const mustRead = async (db: Db, id: string): Promise<OrganizationRow> => {
  const row = await readOrganization(db, id)
  if (!row) throw new Error('The organization was not stored.')
  return row
}

const tagsOf = ({ doc }: OrganizationRow): string[] => (Array.isArray(doc.tags) ? doc.tags.map(String) : [])

const shown = (row: OrganizationRow) => ({
  id: row.id,
  org_id: row.id,
  name: row.name,
  enforce_2fa: row.enforce_2fa,
  kms_enabled: row.kms_enabled,
  subscription_level: null,
  tags: tagsOf(row),
  password_expiry_days: row.password_expiry_days,
  session_hours: row.session_hours,
  created: formatTime(row.created),
  last_update: formatTime(row.last_update),
})

/** The settings of an organization as the API returns them. */
export const settingsOf = (row: OrganizationRow): Settings => ({
  ...shown(row),
  members: row.members,
  projects: row.projects,
  service_accounts: row.service_accounts,
  kms_unavailable: row.has_key_service ? null : 'It has no key service.',
})

const resourceOf = ({ id, name }: OrganizationRow) => ({ type: 'organization', id, name })

const auditedOf = (row: OrganizationRow) => ({
  name: row.name,
  tags: tagsOf(row),
  enforce_2fa: row.enforce_2fa,
  password_expiry_days: row.password_expiry_days,
  session_hours: row.session_hours,
})
