import { BODY_DAYS } from '../../contract/core/retention-days.ts'
import { DAY_MS } from '../../domain/core/periods.ts'
import type { Result } from './full-result.ts'

/** Why details of a result are missing: they have expired, or, of a younger one, were never kept. */
export const withoutDetails = (
  { meta, detail_days: days = BODY_DAYS }: Pick<Result, 'meta' | 'detail_days'>,
  what: string,
  now = Date.now(),
): string =>
  meta && now - Date.parse(meta.created) < days * DAY_MS
    ? `${what} were not kept.`
    : `${what} have expired: they are kept for ${days === 1 ? '1 day' : `${days} days`}.`
