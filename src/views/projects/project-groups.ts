import { type AccessRecord, byAccess, type Organization } from '../../../machines/projects/project-choice.ts'

/** The projects of one collection that an account can open. */
export type ProjectGroup = {
  /** The organization's id; null for projects of persons. */
  readonly id: string | null
  readonly name: string
  /** Whether the account may create projects in it. */
  readonly mayCreate: boolean
  /** The account's roles in the organization, such as ADMIN. */
  readonly roles: readonly string[]
  readonly records: readonly AccessRecord[]
}

const PERSONAL = 'Personal'

/**
 * Projects under their collections, a person's own first, then by name; within a collection favorites first, by level, then by name. Organizations
 * without a project that the account may enter are there too, for those who may make one.
 */
export const projectGroups = (
  projects: readonly AccessRecord[],
  organizations: readonly Organization[],
  roles: Readonly<Record<string, readonly string[]>>,
  createsIn: readonly string[],
  favorites: readonly string[] = [],
): ProjectGroup[] => {
  const starred = new Set(favorites)
  const order = (a: AccessRecord, b: AccessRecord): number =>
    Number(starred.has(b.project.id)) - Number(starred.has(a.project.id)) || byAccess(a, b)
  const recordsOf = (id: string | null) => projects.filter(({ project }) => project.org_id === id).sort(order)
  const named = new Map(organizations.map(({ id, name }) => [id, name]))
  for (const { organization } of projects) if (organization) named.set(organization.id, organization.name)
  const collections = [...named]
    .sort(([, a], [, b]) => a.localeCompare(b))
    .map(([id, name]) => ({
      id,
      name,
      mayCreate: createsIn.includes(id),
      roles: roles[id] ?? [],
      records: recordsOf(id),
    }))
  const strangers = projects.filter(({ project }) => project.org_id !== null && !named.has(project.org_id))
  const personal = {
    id: null,
    name: PERSONAL,
    mayCreate: true,
    roles: [],
    records: [...recordsOf(null), ...strangers].sort(order),
  }
  return personal.records.length > 0 ? [personal, ...collections] : collections
}

/** The groups with only those projects whose name, tag, id or collection holds a text; groups without any are left out. */
export const matching = (groups: readonly ProjectGroup[], text: string): readonly ProjectGroup[] => {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return groups
  const holds = (words: readonly string[]) => words.some((word) => word.toLowerCase().includes(wanted))
  return groups
    .map((group) => ({
      ...group,
      records: group.records.filter(({ project }) => holds([project.name, project.id, group.name, ...project.tags])),
    }))
    .filter(({ records }) => records.length > 0)
}
