import { useMemo } from 'react'
import { exceededStretch } from '../../domain/schedules/business-hours-stretch.ts'
import type { Schedule } from './schedule-form.ts'

/** The shortest business hours of a schedule where its interval is longer, so that some targets may never run; else null. */
export const useShortHours = (schedule: Pick<Schedule, 'business_hours' | 'frequency'>): number | null => {
  const { business_hours: hours, frequency } = schedule
  const key = JSON.stringify(hours)
  // The key has all of the hours, which are made anew with each change of a form, and with each answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => exceededStretch({ business_hours: hours, frequency }, Date.now()), [key, frequency])
}
