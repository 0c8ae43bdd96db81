import { openMailSender } from './mail-sender.ts'

/** The loop that hands queued mail to the mail server. */
export const mailLoops = (options: Parameters<typeof openMailSender>[0]) => {
  const postman = openMailSender(options)
  return [{ name: 'mail', everyMs: 5_000, stops: 'mail', kind: 'messages', work: () => postman.sendDue() }] as const
}
