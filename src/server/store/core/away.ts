/** PostgreSQL's code for a write at a server that only reads: a standby, or one that another has replaced. */
const READS_ONLY = '25006'

/** PostgreSQL's codes for "not now", and the errors of a connection that is gone. */
const CODES = /^(08|57P0|53|25006)|^ECONN|^EPIPE|^ETIMEDOUT/
const MESSAGES = /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed/

/** Whether a query failed because the database could not be reached, or could not take it now. */
export const isAway = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return (typeof code === 'string' && CODES.test(code)) || (typeof message === 'string' && MESSAGES.test(message))
}

/** Whether a query failed because its server only reads. */
export const isReadOnly = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === READS_ONLY
