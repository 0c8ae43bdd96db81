import { VERSION } from '../contract/core/version.ts'

/** This program as the audit log names it, with its version. */
const PROGRAM = `sonde/${VERSION}`

/** The headers of every request to a server: what is accepted, the program that asks, and its caller where there is one. */
export const requestHeaders = ({
  accept = 'application/json',
  program = PROGRAM,
  bearer = null,
}: {
  readonly accept?: string
  readonly program?: string | undefined
  readonly bearer?: string | null
} = {}): Record<string, string> => ({
  accept,
  'user-agent': program,
  ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
})
