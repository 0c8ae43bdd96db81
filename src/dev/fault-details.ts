import { inspect } from 'node:util'

/** In place of the server's `faultSummary`, which leaves out messages because they may quote what a caller sent: here, the caller is a developer. */
export const faultSummary = (error: unknown): string => inspect(error)
