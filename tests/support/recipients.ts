import { confirmRecipient } from '../../src/server/mail/recipients.ts'
import type { TestServer } from './server.ts'

/** Lets addresses get the alerts of all projects by mail, as if each had opened the link that was sent there. */
export const confirmRecipients = async ({ server }: TestServer, ...addresses: string[]): Promise<void> => {
  const { db } = server.services.database
  for (const { key } of await db.selectFrom('project').select('key').execute())
    for (const address of addresses) await confirmRecipient(db, key, address, Date.now())
}
