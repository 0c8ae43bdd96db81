import { openPostman } from './postman.ts'

/** The loop that hands queued mail to the mail server. */
export const mailLoops = (options: Parameters<typeof openPostman>[0]) => {
  const postman = openPostman(options)
  return [{ name: 'mail', everyMs: 5_000, stops: 'mail', work: () => postman.sendDue() }] as const
}
