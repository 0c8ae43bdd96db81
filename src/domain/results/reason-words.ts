import type { ExceptionType, Reason } from './classify.ts'

/** Words for each reason, to follow the monitor's name. */
const REASON_WORDS: Readonly<Record<Reason, string>> = {
  COMPLETE: 'passed',
  SLOW_COMPLETE: 'passed, but slowly',
  CONNECTION_WARNING: 'could not run: the agent had a problem',
  HTTP_REDIRECT_ERROR: 'was redirected elsewhere',
  HTTP_CLIENT_ERROR: 'was rejected by the server',
  CONTENT_WARNING: 'answered, but not quite as expected',
  SLA_WARNING: 'was slower than it should be',
  HTTP_SERVER_ERROR: 'failed with a server error',
  CONNECTION_ERROR: 'got no response',
  HEADER_ERROR: 'failed: a header is not as expected',
  CONTENT_ERROR: 'failed: the content is not as expected',
  SLA_ERROR: 'failed: it was too slow',
  QUEUED: 'is queued',
  TOKEN_EXPIRED: 'did not run: its token had expired',
  DOWNTIME: 'did not run: it was in a downtime',
  STEP_SKIPPED: 'did not run: its step was skipped',
  QUOTA: 'did not run: the quota was used up',
  KEY_AWAY: 'did not run: the key of its secrets was not available',
}

/** Status codes that name what is wrong, or who refused (RFC 9110 section 15.5, RFC 6585 section 4, RFC 7725). */
const REFUSALS: Readonly<Record<number, string>> = {
  401: 'was refused by the server: the credentials are missing or wrong',
  403: 'was refused by the server: access is forbidden',
  404: 'was rejected by the server: there is nothing at this address',
  405: 'was rejected by the server: it does not allow this method',
  407: 'was refused by a proxy: it wants credentials',
  408: 'was rejected by the server: the request took too long to arrive',
  410: 'was rejected by the server: the resource is gone',
  429: 'was rejected by the server: there were too many requests',
  451: 'was refused by the server: access is barred for legal reasons',
}

const BY_STATUS: ReadonlySet<Reason> = new Set(['HTTP_REDIRECT_ERROR', 'HTTP_CLIENT_ERROR', 'HTTP_SERVER_ERROR'])

/** Whether a call ended before its request was sent, because it cannot be made as it is set up. */
export const isUnsent = (exceptionType: string | null | undefined, httpCode: number | null): boolean =>
  exceptionType === 'api_setup' && httpCode === null

/**
 * Words for the reason of a result, to follow the monitor's name. A condition on the status code may turn a 401 into a failure, and its
 * reason is then that of a 500: for the reasons about the status code, the words follow the code. A connection error says no more than is
 * known: the name may be unknown, the server silent, or its response cut off.
 */
export const reasonWords = (
  reason: Reason,
  httpCode: number | null,
  exceptionType: ExceptionType | null | undefined = null,
): string => {
  if (reason === 'CONNECTION_ERROR' && isUnsent(exceptionType, httpCode)) return 'could not be sent'
  if (httpCode === null) return REASON_WORDS[reason]
  // Results of older versions had the reason of a lost connection.
  const isOfStatus = BY_STATUS.has(reason) || reason === 'CONNECTION_ERROR'
  if (isOfStatus && (httpCode < 200 || httpCode >= 600)) return 'answered with an invalid status code'
  if (reason === 'CONNECTION_ERROR') return 'got no usable response'
  if (!BY_STATUS.has(reason)) return REASON_WORDS[reason]
  if (httpCode >= 400 && httpCode < 500) return REFUSALS[httpCode] ?? REASON_WORDS.HTTP_CLIENT_ERROR
  if (httpCode >= 500 && httpCode < 600) return REASON_WORDS.HTTP_SERVER_ERROR
  if (httpCode >= 300 && httpCode < 400) return REASON_WORDS.HTTP_REDIRECT_ERROR
  return 'answered with an unexpected status code'
}
