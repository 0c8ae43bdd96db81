import { ADMIN_PASSWORD } from '../support/installation.ts'
import { signIn } from '../support/person.ts'
import { figuresOf } from './lists.ts'
import type { Row } from './row.ts'
import { inWorkshop } from './workshop.ts'

const ACCOUNTS = 100_000

/** Measures how site admins search the accounts of a large installation: pages that fill at once, and searches that find few or none. */
export const accountsBench = (): Promise<Row[]> =>
  inWorkshop(async ({ installation: { api, query } }) => {
    // With pictures, which a search must not read.
    await query(
      `insert into account (id, email, name, picture, password_hash, email_verified, created, last_update)
       select 'bench' || i, 'person' || i || '.' || md5(i::text) || '@example.com', 'Name ' || md5((i * 7)::text) || ' Ångström',
         repeat(md5(i::text), 40), 'x', 1, i, i from generate_series(1, ${ACCOUNTS}) i`,
    )
    await query('vacuum analyze account')
    const admin = (
      await signIn({ url: api.base.replace('127.0.0.1', 'localhost') }, 'ada@example.com', ADMIN_PASSWORD)
    ).api()
    const searches = {
      'the newest': '',
      'an address that is there': 'person77.',
      'a part of a name': 'ångström',
      'what is nowhere': 'nobody has this',
    }
    const rows: Row[] = []
    for (const [what, search] of Object.entries(searches))
      rows.push(
        ...(await figuresOf(
          `search of ${ACCOUNTS} accounts, ${what}`,
          () => admin.get(`/api/2/admin/accounts/?limit=50&search=${encodeURIComponent(search)}`),
          '<= 100',
        )),
      )
    return rows
  })
