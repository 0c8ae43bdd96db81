import type { AccessRecord } from '../projects/project-choice.ts'
import type { Quota } from '../projects/project-switch.ts'

/**
 * The end of a trial as trackers may be told of it (an ISO date), or null: only of an OWNER's personal project, one that
 * belongs to no organization, and only where the subscription's level is empty, NONE or TRIAL.
 */
export const trialExpiryToReport = (
  { access_level, project }: Pick<AccessRecord, 'access_level' | 'project'>,
  quota: Pick<Quota, 'sub' | 'trial_expiry_date'>,
): string | null =>
  access_level === 'OWNER' && project.org_id === null && ['', 'NONE', 'TRIAL'].includes(quota.sub.level)
    ? quota.trial_expiry_date
    : null
