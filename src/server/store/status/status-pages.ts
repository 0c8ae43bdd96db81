import type { Db } from '../core/database.ts'

/** A component as it is stored. Monitors are ids; those that no longer exist are ignored. */
export type ComponentDoc = {
  readonly group: string
  readonly name: string
  readonly description: string
  readonly monitors: readonly string[]
  readonly tags: readonly string[]
}

/** Texts and components of a status page. */
export type StatusDoc = {
  readonly title: string
  readonly description: string
  readonly home_url: string | null
  readonly show_days: boolean
  /** Whether planned downtimes are shown. Pages that were saved before it existed do not have it: nothing becomes public by itself. */
  readonly show_maintenance?: boolean
  readonly components: readonly ComponentDoc[]
}

export type StatusPage = {
  readonly projectKey: number
  readonly slug: string
  readonly published: boolean
  readonly subscribing: boolean
  readonly doc: StatusDoc
  /** Milliseconds since 1970. */
  readonly last_update: number
}

const columns = ['project_key', 'slug', 'published', 'subscribing', 'doc', 'last_update'] as const

type Row = {
  project_key: number
  slug: string
  published: boolean
  subscribing: boolean
  doc: object
  last_update: number
}

const pageOf = ({ project_key, doc, ...row }: Row): StatusPage => ({
  projectKey: project_key,
  ...row,
  // Only `storeStatusPage` writes the column.
  doc: doc as StatusDoc,
})

/** Reads the status page of a project; null if it has none. */
export const readStatusPage = async (db: Db, projectKey: number): Promise<StatusPage | null> => {
  const row = await db
    .selectFrom('status_page')
    .select(columns)
    .where('project_key', '=', projectKey)
    .executeTakeFirst()
  return row ? pageOf(row) : null
}

/** Locks the status page of a project until the transaction ends, and reads it. The first save has no row to lock yet. */
export const lockStatusPage = async (db: Db, projectKey: number): Promise<StatusPage | null> => {
  await db.selectFrom('project').select('key').where('key', '=', projectKey).forNoKeyUpdate().executeTakeFirst()
  return readStatusPage(db, projectKey)
}

/** Reads the name of a project, which its status page suggests as title. */
export const nameOfProject = async (db: Db, projectKey: number): Promise<string> =>
  (await db.selectFrom('project').select('name').where('key', '=', projectKey).executeTakeFirst())?.name ?? ''

/** Whether another project's status page has the slug. */
export const isSlugTaken = async (db: Db, slug: string, projectKey: number): Promise<boolean> =>
  (await db
    .selectFrom('status_page')
    .select('project_key')
    .where('slug', '=', slug)
    .where('project_key', '<>', projectKey)
    .executeTakeFirst()) !== undefined

const UNIQUE_VIOLATION = '23505'

/** Stores the status page of a project, which must be locked. Returns null if another project took the slug at the same moment. */
export const storeStatusPage = async (
  db: Db,
  { projectKey, slug, published, subscribing, doc }: Omit<StatusPage, 'last_update'>,
  now: number,
): Promise<StatusPage | null> => {
  const values = { slug, published, subscribing, doc: JSON.stringify(doc), last_update: now }
  try {
    const row = await db
      .insertInto('status_page')
      .values({ project_key: projectKey, created: now, ...values })
      .onConflict((conflict) => conflict.column('project_key').doUpdateSet(values))
      .returning(columns)
      .executeTakeFirstOrThrow()
    return pageOf(row)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION) return null
    throw cause
  }
}

/** Deletes the status page of a project, with its subscribers. */
export const removeStatusPage = async (db: Db, projectKey: number): Promise<void> => {
  await db.deleteFrom('status_page').where('project_key', '=', projectKey).execute()
}

/** The slugs of all published pages, and their projects. */
export const publishedSlugs = async (db: Db): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('status_page')
    .innerJoin('project', 'project.key', 'status_page.project_key')
    .select(['status_page.slug', 'status_page.project_key'])
    .where('status_page.published', '=', true)
    .where('project.removed', 'is', null)
    .execute()
  return new Map(rows.map(({ slug, project_key }) => [slug, project_key]))
}
