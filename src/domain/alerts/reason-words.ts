import type { Reason } from '../results/classify.ts'

/** What each reason says of a run, to be read after the monitor's name. */
export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  COMPLETE: 'passed',
  SLOW_COMPLETE: 'passed, but slowly',
  CONNECTION_WARNING: 'could not be tried: the agent was in trouble',
  HTTP_REDIRECT_ERROR: 'was redirected elsewhere',
  HTTP_CLIENT_ERROR: 'was refused by the server',
  CONTENT_WARNING: 'answered, but not quite as expected',
  SLA_WARNING: 'was slower than it should be',
  HTTP_SERVER_ERROR: 'failed with an error of the server',
  CONNECTION_ERROR: 'could not be reached',
  HEADER_ERROR: 'failed: a header is not as expected',
  CONTENT_ERROR: 'failed: the content is not as expected',
  SLA_ERROR: 'failed: it was too slow',
  QUEUED: 'waits to run',
  TOKEN_EXPIRED: 'did not run: its token had expired',
  DOWNTIME: 'did not run: it was in a downtime',
  STEP_SKIPPED: 'did not run: its step was skipped',
  QUOTA: 'did not run: the quota was used up',
}
