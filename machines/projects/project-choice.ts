import type { ProductContract } from '../../src/contract/contract.ts'
import type { AnswerOf } from '../../src/contract/core/endpoint.ts'
import { byLevel } from '../../src/domain/core/access.ts'

type ProjectList = AnswerOf<ProductContract['project.list']>
export type Account = ProjectList['meta']
export type AccessRecord = ProjectList['projects'][number]
export type Organization = ProjectList['organizations'][number]
export type Project = AccessRecord['project']

/** Whether an account may view every project of the site. */
export const isSiteViewer = (permissions: readonly string[]): boolean =>
  ['site_viewer', 'site_analyst', 'site_admin'].some((permission) => permissions.includes(permission))

/** Whether an account may open a project: one of its own, or any if it may view the whole site. */
export const mayOpen = (id: string, projects: readonly AccessRecord[], permissions: readonly string[]): boolean =>
  projects.some(({ project }) => project.id === id) || isSiteViewer(permissions)

/** Compares access records for lists: by level, then by name. */
export const byAccess = (a: AccessRecord, b: AccessRecord): number =>
  byLevel(a.access_level, b.access_level) ||
  (a.project.name < b.project.name ? -1 : a.project.name > b.project.name ? 1 : 0)

/** The project to open first: the first wanted one that is accessible, otherwise the first by level and name. Null if there is none. */
export const chooseProject = (
  wanted: readonly (string | null | undefined)[],
  projects: readonly AccessRecord[],
  permissions: readonly string[],
): string | null =>
  wanted.find((id) => id != null && mayOpen(id, projects, permissions)) ??
  [...projects].sort(byAccess)[0]?.project.id ??
  null

/** An access record for a site viewer in a project that is not in their list. */
export const syntheticRecord = (
  project: Project,
  account: Account,
  organizations: readonly Organization[],
): AccessRecord => ({
  id: '',
  access_level: account.permissions.includes('site_admin') ? 'OWNER' : 'VIEWER',
  account_id: account.account_id,
  account_email: '',
  role_id: null,
  created: project.created,
  last_update: project.last_update,
  project,
  organization: organizations.find(({ id }) => id === project.org_id) ?? null,
})
