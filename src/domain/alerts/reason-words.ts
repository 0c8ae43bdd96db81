import type { Reason } from '../results/classify.ts'

/** Words for each reason, to follow the monitor's name. */
export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  COMPLETE: 'passed',
  SLOW_COMPLETE: 'passed, but slowly',
  CONNECTION_WARNING: 'could not run: the agent had a problem',
  HTTP_REDIRECT_ERROR: 'was redirected elsewhere',
  HTTP_CLIENT_ERROR: 'was rejected by the server',
  CONTENT_WARNING: 'answered, but not quite as expected',
  SLA_WARNING: 'was slower than it should be',
  HTTP_SERVER_ERROR: 'failed with a server error',
  CONNECTION_ERROR: 'could not be reached',
  HEADER_ERROR: 'failed: a header is not as expected',
  CONTENT_ERROR: 'failed: the content is not as expected',
  SLA_ERROR: 'failed: it was too slow',
  QUEUED: 'is queued',
  TOKEN_EXPIRED: 'did not run: its token had expired',
  DOWNTIME: 'did not run: it was in a downtime',
  STEP_SKIPPED: 'did not run: its step was skipped',
  QUOTA: 'did not run: the quota was used up',
}
