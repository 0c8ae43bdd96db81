import type { Maybe } from './column-types.ts'

/** Tables of applications that people connected; the migration explains them. */
export type ConnectionTables = {
  oauth_client: { id: string; name: string; redirect_uris: string[]; website: string | null; created: number }
  connection: {
    id: string
    account_id: string
    client_id: string
    project_key: number | null
    writes: boolean
    created: number
    expires: number
    established: Maybe<number>
    last_used: Maybe<number>
    signed_in: number | null
    of_tenant: boolean
    proved_factor: boolean
    approved_in: string | null
  }
  connection_token: {
    hash: Buffer
    connection_id: string
    kind: 'code' | 'access' | 'refresh'
    created: number
    expires: number
    used: Maybe<number>
    challenge: Maybe<string>
    redirect_uri: Maybe<string>
  }
}
