import type { AccessRecord } from '../projects/project-choice.ts'
import type { Quota } from '../projects/project-switch-context.ts'

/**
 * The end of a trial (ISO date) to report to trackers, or null. Only reported for an OWNER of a personal project, one without an
 * organization, whose subscription level is empty, NONE or TRIAL.
 */
export const trialExpiryToReport = (
  { access_level, project }: Pick<AccessRecord, 'access_level' | 'project'>,
  quota: Pick<Quota, 'sub' | 'trial_expiry_date'>,
): string | null =>
  access_level === 'OWNER' && project.org_id === null && ['', 'NONE', 'TRIAL'].includes(quota.sub.level)
    ? quota.trial_expiry_date
    : null
