import { idleTargetsSentence, NEVER_RUNS_WORDS, shortHoursSentence } from '../../domain/schedules/never-runs-words.ts'
import { tip } from '../parts/overlay/tip.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { formats } from '../parts/text/format.ts'
import type { Schedule } from './schedule-form.ts'
import { useShortHours } from './use-short-hours.ts'

type NeverRunsBadgeProps = {
  readonly schedule: Pick<Schedule, 'enabled' | 'never_runs' | 'idle_targets' | 'business_hours' | 'frequency'>
  /** `plain`: without a background, in a row. */
  readonly look?: 'soft' | 'plain'
}

/** Says that a schedule, or some of its targets, never run, or may not, with the reasons on hover and for screen readers; nothing where all can. */
export const NeverRunsBadge = ({ schedule, look = 'soft' }: NeverRunsBadgeProps) => {
  const { enabled, never_runs: reasons, idle_targets: idle } = schedule
  const shortest = useShortHours(schedule)
  const [first] = reasons
  if (!enabled || (!first && idle === 0 && shortest === null)) return null
  const [word, says] = first
    ? [`Never runs: ${NEVER_RUNS_WORDS[first.reason].toLowerCase()}`, reasons.map(({ message }) => message).join(' ')]
    : idle > 0
      ? [idle === 1 ? '1 target never runs' : `${formats.count(idle)} targets never run`, idleTargetsSentence(idle)]
      : ['Some targets may never run', shortHoursSentence(formats.span(shortest ?? 0))]
  return (
    <span {...tip(says)}>
      <Badge category="WARNING" word={word} look={look} />
      <span className="sr">{`. ${says}`}</span>
    </span>
  )
}
