import { type Problem, problem } from '../core/problem.ts'
import { isTimeZone } from '../core/zone-time.ts'
import { type BusinessHours, minutesOf } from './business-hours.ts'

const FIELD = 'business_hours'

/** Field errors of business hours. */
export const businessHoursProblems = (hours: BusinessHours | null | undefined): Problem[] => {
  if (!hours) return []
  const problems: Problem[] = []
  if (!isTimeZone(hours.timezone))
    problems.push(problem(`${FIELD}.timezone`, 'unknown', 'must be the name of a time zone, such as Europe/Berlin.'))
  if (hours.windows.length === 0)
    problems.push(problem(`${FIELD}.windows`, 'required', 'must have at least one window; null means at all times.'))
  hours.windows.forEach(({ days, start, end }, index) => {
    const at = `${FIELD}.windows[${index}]`
    if (days.length === 0) problems.push(problem(`${at}.days`, 'required', 'must name a day, from 1 (Monday) to 7.'))
    if (new Set(days).size < days.length)
      problems.push(problem(`${at}.days`, 'duplicate', 'must not contain duplicates.'))
    const [from, to] = [minutesOf(start), minutesOf(end)]
    if (Number.isNaN(from) || from === 24 * 60)
      problems.push(problem(`${at}.start`, 'invalid', 'must be a local time such as 08:00.'))
    if (Number.isNaN(to))
      problems.push(problem(`${at}.end`, 'invalid', 'must be a local time such as 18:00, or 24:00.'))
    else if (from === to)
      problems.push(
        problem(`${at}.end`, 'range', 'must differ from the start; a whole day is from midnight to midnight.'),
      )
  })
  return problems
}
