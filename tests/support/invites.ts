import { addInvite, type Place } from '../../src/server/store/accounts/invites.ts'
import type { Db } from '../../src/server/store/core/database.ts'
import { newSecret } from '../../src/server/store/core/identifiers.ts'

/** Stores an invitation of an address, whose name nobody else may see, and returns its id and its secret. */
export const inviteOf = async (
  db: Db,
  place: Place,
  who: { email: string; by: string },
): Promise<{ id: string; secret: string }> => {
  const secret = newSecret()
  const id = await addInvite(db, {
    place,
    secret,
    level: 'orgId' in place ? null : 'VIEWER',
    roles: [],
    email: who.email,
    name: 'CANARY-NAME',
    anyAddress: false,
    isMailed: false,
    accountId: who.by,
    now: Date.now(),
  })
  return { id, secret }
}
