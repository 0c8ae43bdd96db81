import { createOrganization } from '../../src/server/store/organizations/organizations.ts'
import { createProject } from '../../src/server/store/projects/projects.ts'
import { addAccount, PASSWORD } from './accounts.ts'
import type { Api } from './api.ts'
import { signIn } from './person.ts'
import type { TestServer } from './server.ts'

/** A project of an organization of its own, with the API as its administrator has it. */
export const newTenant = async (
  running: TestServer,
  name: string,
): Promise<{ readonly api: Api; readonly projectId: string; readonly orgId: string }> => {
  const { db } = running.server.services.database
  const { id: accountId, email } = await addAccount(running, `${name}@example.com`)
  const orgId = `${name}organization0000000`.slice(0, 22)
  await createOrganization(db, { id: orgId, name, accountId, now: Date.now() })
  const made = await createProject(db, { name, orgId, tags: [], accountId, now: Date.now() })

  return { api: (await signIn(running.server, email, PASSWORD)).api(made.id), projectId: made.id, orgId }
}
