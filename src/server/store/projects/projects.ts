import { sql } from 'kysely'
import { storeApiKey } from '../api-keys/api-keys.ts'
import type { Db } from '../core/database.ts'
import { newId } from '../core/identifiers.ts'
import { coverProjects } from '../downtimes/covered-projects.ts'
import { schedules } from '../schedules/schedules.ts'

export type ProjectRow = {
  key: number
  id: string
  org_id: string | null
  name: string
  doc: Record<string, unknown>
  created: number
  last_update: number
}

const DEFAULT_FREQUENCY_SECONDS = 300

/** Creates a project with the default schedule, owned by `accountId`. */
export const createProject = async (
  db: Db,
  made: {
    name: string
    orgId: string | null
    tags: string[]
    accountId: string
    /** Whether the owner's email address is unconfirmed: until it is confirmed, the project makes no runs. */
    isHeld?: boolean
    now: number
  },
): Promise<ProjectRow> => {
  const stamps = { created: made.now, last_update: made.now }
  const project = await db
    .insertInto('project')
    .values({
      id: newId(),
      org_id: made.orgId,
      name: made.name,
      doc: JSON.stringify({ tags: made.tags }),
      held: made.isHeld ?? false,
      ...stamps,
    })
    .returning(['key', 'id', 'org_id', 'name', 'doc', 'created', 'last_update'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('project_access')
    .values({ id: newId(), project_key: project.key, account_id: made.accountId, access_level: 'OWNER', ...stamps })
    .execute()
  await schedules.create(db, {
    projectKey: project.key,
    name: 'Default Schedule',
    owner: made.accountId,
    now: made.now,
    doc: {
      tags: [],
      frequency_seconds: DEFAULT_FREQUENCY_SECONDS,
      regions: ['all'],
      locations: [],
      backoff_method: null,
      enabled: true,
    },
  })
  // Downtimes of its organization cover it from the beginning.
  await coverProjects(db, made.now, { projectKey: project.key })
  return project
}

/** Enables runs in the projects that an account owns, after its email address was confirmed. */
export const releaseProjects = async (db: Db, accountId: string): Promise<void> => {
  await sql`update project p set held = false from project_access x
    where p.held and x.project_key = p.key and x.account_id = ${accountId} and x.access_level = 'OWNER'`.execute(db)
}

/** Creates an API key and returns its secret, which is not stored. `secret` is set if the operator chose it. */
export const createApiKey = async (db: Db, made: Parameters<typeof storeApiKey>[1]): Promise<string> =>
  (await storeApiKey(db, made)).secret
