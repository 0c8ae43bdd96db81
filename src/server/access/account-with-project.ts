import { createAccount, isAccountVouchedFor } from '../store/accounts/accounts.ts'
import type { Db } from '../store/core/database.ts'
import { createProject } from '../store/projects/projects.ts'

/** Creates an account without an invitation, with its own project and the default schedule, and returns its id. */
export const createAccountWithProject = async (
  db: Db,
  made: {
    email: string
    name: string
    passwordHash: string | null
    isFederated?: boolean
    isEmailVerified: boolean
    now: number
  },
): Promise<string> => {
  const accountId = await createAccount(db, made)
  const isHeld = !isAccountVouchedFor({
    email_verified: made.isEmailVerified ? made.now : null,
    password_hash: made.passwordHash,
    federated: made.isFederated ?? false,
  })
  const project = await createProject(db, {
    name: 'My project',
    orgId: null,
    tags: [],
    accountId,
    isHeld,
    now: made.now,
  })
  await db.updateTable('account').set({ new_project_key: project.key }).where('id', '=', accountId).execute()
  return accountId
}
