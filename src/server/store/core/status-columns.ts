import type { Generated } from 'kysely'
import type { Json, Key, Maybe, Stamps } from './column-types.ts'

/** Tables of public status pages; the migration explains them. */
export type StatusTables = {
  status_page: Stamps & {
    project_key: number
    slug: string
    published: boolean
    subscribing: boolean
    doc: Json<unknown>
  }
  status_subscriber: {
    key: Key
    id: string
    project_key: number
    address: string
    confirm_hash: Maybe<Buffer>
    created: number
    confirmed: Maybe<number>
    expires: Maybe<number>
  }
  status_mailing: {
    project_key: number
    update_id: string
    after_key: Generated<number>
    created: number
    ended: Maybe<number>
  }
}
