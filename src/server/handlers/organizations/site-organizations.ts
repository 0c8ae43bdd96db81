import type { siteOrganizations } from '../../../contract/organizations/site-organizations.ts'
import { periodStart } from '../../../domain/core/periods.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { HandlersOf } from '../../http/context.ts'
import { notFound } from '../../refusal.ts'
import { factorKindsOf } from '../../store/identity/factors.ts'
import { membersOf } from '../../store/organizations/members.ts'
import { readOrganization, runsOfOrganization } from '../../store/organizations/organization-list.ts'
import { rolesOf } from '../../store/organizations/roles.ts'
import { projectsOfOrganization } from '../../store/projects/site-projects.ts'
import { shownRole } from './roles.ts'
import { settingsOf } from './settings.ts'

const MOST_PEOPLE = 500
const MOST_PROJECTS = 500

/** Handlers with which site admins look at any organization. */
export const siteOrganizationHandlers = (): HandlersOf<typeof siteOrganizations> => ({
  'organization.look-up': async ({ params: { id } }, { db, now }) => {
    const row = await readOrganization(db, id)
    if (!row) return notFound('organization', 'installation')
    const people = await membersOf(db, id, { limit: MOST_PEOPLE + 1 })
    const projects = await projectsOfOrganization(db, id, MOST_PROJECTS + 1)
    const factors = await factorKindsOf(
      db,
      people.map((person) => person.id),
    )
    return {
      ...settingsOf(row),
      runs: await runsOfOrganization(db, id, periodStart('MONTH', now)),
      roles: (await rolesOf(db, id)).map(shownRole),
      accounts: people.slice(0, MOST_PEOPLE).map((person) => ({
        id: person.id,
        name: person.name,
        email: person.email,
        roles: [...person.roles],
        has_second_factor: (factors.get(person.id)?.length ?? 0) > 0,
        last_login: timeOf(person.last_login),
        blocked: timeOf(person.blocked),
        joined: formatTime(person.joined),
      })),
      accounts_truncated: people.length > MOST_PEOPLE,
      owned: projects.slice(0, MOST_PROJECTS).map((project) => ({
        id: project.id,
        name: project.name,
        member_count: project.members,
        monitor_count: project.monitors,
        created: formatTime(project.created),
      })),
      owned_truncated: projects.length > MOST_PROJECTS,
    }
  },
})

const timeOf = (time: number | null): string | null => (time === null ? null : formatTime(time))
