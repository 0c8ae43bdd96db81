import { Refusal } from '../refusal.ts'
import { connectionOfToken } from '../store/connections/connections.ts'
import type { Db } from '../store/core/database.ts'
import type { Identity } from './bearer.ts'
import type { Caller } from './caller.ts'
import { isNamedAdmin, readAccess } from './standing.ts'

const elsewhere = new Refusal(
  401,
  'unauthenticated',
  'This token is for the Model Context Protocol endpoint alone: call the API with an API key.',
)

/**
 * Returns the caller of a connected application's token: the person, with the rights that the person has now, or, where the person chose
 * one project, a caller that is confined to it as an API key is. Null if there is no such token.
 */
export const byConnection = async (
  db: Db,
  hash: Buffer,
  { namedAdmins }: Identity,
  claim: { readonly projectId: string | undefined; readonly isTool: boolean },
  now: number,
): Promise<Caller | Refusal | null> => {
  const row = await connectionOfToken(db, hash, now)
  if (!row) return null
  if (!claim.isTool) return elsewhere
  const connection = { id: row.id, client: row.client, writes: row.writes }
  const projectId = row.is_narrowed ? (row.project_id ?? undefined) : claim.projectId
  const bearer = {
    issuer: null,
    subject: row.account_id,
    isNamedAdmin: namedAdmins !== null && (await isNamedAdmin(db, row.account_id, namedAdmins)),
    signIn: null,
    signedIn: row.signed_in,
    provedFactor: row.proved_factor,
  }
  const person = await readAccess(db, bearer, { projectId, isVisit: false }, now)
  if (!person) return new Refusal(401, 'unauthenticated', 'The account behind this connection is blocked.')
  const ofPerson = { ...person, assurance: person.assurance && { ...person.assurance, isOfTenant: row.of_tenant } }
  if (!row.is_narrowed) return { ...ofPerson, connection }
  if (person.unmet) return person.unmet
  if (!person.entered)
    return new Refusal(403, 'no_project_access', 'You may no longer enter the project that this application was given.')
  const { accountId, unconfirmed, entered } = person
  return { kind: 'api_key', keyId: row.id, accountId, ...entered, unconfirmed, connection }
}
