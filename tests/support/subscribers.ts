import type { Db } from '../../src/server/store/core/database.ts'
import { newId } from '../../src/server/store/core/identifiers.ts'
import type { Api } from './api.ts'

const PATH = '/api/3/project/status-page/'

/** Makes a status page in the project of a key, unless it has one. Its slug is random: other tests have pages too. */
export const makeStatusPage = async (api: Api): Promise<string> => {
  const stored = await api.get<{ slug: string; last_update: string | null }>(PATH)
  if (stored.last_update !== null) return stored.slug
  const slug = `page-${newId().toLowerCase()}`
  await api.post(PATH, { published: true, slug, title: 'Shop', components: [] })
  return slug
}

/** Adds a confirmed subscriber to the status page of a project; returns its id. */
export const addSubscriber = async (db: Db, api: Api, address = `${newId()}@example.com`): Promise<string> => {
  const slug = await makeStatusPage(api)
  const id = newId()
  await db
    .insertInto('status_subscriber')
    .columns(['id', 'project_key', 'address', 'created', 'confirmed'])
    .expression((one) =>
      one
        .selectFrom('status_page')
        .where('slug', '=', slug)
        .select(({ val, lit }) => [
          val(id).as('id'),
          'project_key',
          val(address.toLowerCase()).as('address'),
          lit(1).as('created'),
          lit(1).as('confirmed'),
        ]),
    )
    .execute()
  return id
}
