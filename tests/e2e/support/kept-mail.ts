import { eventually } from '../../support/eventually.ts'
import type { Installation } from '../../support/installation.ts'

/** Has a mail written; no mail server is configured, so that it is kept in the outbox. Answers its id. */
export const keepMail = async ({ api, query }: Installation): Promise<string> => {
  await api.as('').post('/api/2/account/reset_password', { email: 'ada@example.com' })
  return eventually(async () => (await query<{ id: string }>('select id from mail where letter is not null'))[0]?.id, {
    what: 'a mail that is kept',
  })
}
