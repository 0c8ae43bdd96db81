import type { Level } from '../../src/domain/core/access.ts'
import { hashPassword } from '../../src/server/access/password.ts'
import { createAccount, nameFromEmail } from '../../src/server/store/accounts/accounts.ts'
import { newId } from '../../src/server/store/core/identifiers.ts'
import type { TestServer } from './server.ts'

/** The password of every account that a test adds. */
export const PASSWORD = 'a horse of another colour'
let hashed: Promise<string> | undefined

export type TestAccount = { readonly id: string; readonly email: string }

/** An account that may sign in, and may enter nothing yet. */
export const addAccount = async (
  { server }: TestServer,
  email: string,
  sitePermission?: string,
): Promise<TestAccount> => {
  hashed ??= hashPassword(PASSWORD)
  const id = await createAccount(server.services.database.db, {
    email,
    name: nameFromEmail(email),
    passwordHash: await hashed,
    ...(sitePermission !== undefined && { sitePermission }),
    isEmailVerified: true,
    // The server's clock: tests set it ahead.
    now: server.services.clock(),
  })
  return { id, email }
}

/** Lets an account into a project. */
export const grant = ({ server }: TestServer, account: TestAccount, projectKey: number, level: Level) =>
  server.services.database.db
    .insertInto('project_access')
    .values({
      id: newId(),
      project_key: projectKey,
      account_id: account.id,
      access_level: level,
      created: Date.now(),
      last_update: Date.now(),
    })
    .execute()
