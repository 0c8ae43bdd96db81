import { CATEGORIES, REASONS } from '../../../contract/results/results.ts'
import { holds } from '../../../domain/core/access.ts'
import { DAY_MS } from '../../../domain/core/periods.ts'
import { askedRange } from '../../http/asked-range.ts'
import type { ProjectContext } from '../../http/context.ts'
import { invalid, Refusal } from '../../refusal.ts'
import { AHEAD_DAYS } from '../../store/core/partitions.ts'
import { keptOf } from '../../store/core/retention.ts'
import { categories, reasons, triggers } from '../../store/identity/codes.ts'
import { monitorsWithTags } from '../../store/monitors/tagged-monitors.ts'
import type { CodeRange, ResultFilter } from '../../store/results/result-search.ts'
import { runOfId } from '../../store/results/runs.ts'
import { locationFilter } from '../agents/location-filter.ts'

/** Filters of all lists and exports of results; each endpoint takes some of them. */
type Asked = {
  readonly from?: string
  readonly time?: string
  readonly result_category?: string
  readonly reason?: string
  readonly code?: string
  readonly tag?: string
  readonly location_id?: string
  readonly latency_above?: number
  readonly latency_up_to?: number
  readonly trigger?: 'schedule' | 'manual' | 'api'
  readonly cursor?: string
  readonly direction?: 'older' | 'newer'
  readonly limit?: number
}

/** A filter, and whether it lets runs through that have no result yet. */
export type AskedResults = {
  readonly filter: ResultFilter
  readonly withQueued: boolean
  readonly withResults: boolean
}

const PAGE = 100
/** Category names that other clients use. */
const SYNONYMS: Readonly<Record<string, string>> = { WARN: 'WARNING', ERROR: 'FAIL', TIMEOUT: 'FAIL' }

const isOneOf = <Name extends string>(names: readonly Name[], text: string): text is Name =>
  names.some((name) => name === text)

const words = (text: string | undefined): string[] | undefined => {
  const all = text?.split(',').flatMap((word) => word.trim() || [])
  return all && all.length > 0 ? all : undefined
}

/** Reads the filters of a list of results; a refusal names the wrong ones. */
export const resultFilter = async (
  asked: Asked,
  { db, project, level, now }: Pick<ProjectContext, 'db' | 'project' | 'level' | 'now'>,
  targetKey?: number,
): Promise<AskedResults | Refusal> => {
  const { from, to, problems } = askedRange(['from', asked.from], ['time', asked.time], { now, isEndIncluded: true })
  const wrong = (field: string, message: string): void => {
    problems.push({ field, code: 'invalid', message })
  }
  if (asked.cursor !== undefined && !runOfId(asked.cursor))
    wrong('cursor', 'cursor must be the next_cursor or the previous_cursor of an earlier answer.')
  const wanted = words(asked.result_category)?.flatMap((word) => {
    const name = SYNONYMS[word.toUpperCase()] ?? word.toUpperCase()
    if (isOneOf(CATEGORIES, name)) return name
    wrong(
      'result_category',
      `result_category must be some of ${CATEGORIES.join(', ')}, separated by commas; ${word} is none.`,
    )
    return []
  })
  const why = words(asked.reason)?.flatMap((word) => {
    const name = word.toUpperCase()
    if (isOneOf(REASONS, name)) return name
    wrong('reason', `reason must be some of ${REASONS.join(', ')}, separated by commas; ${word} is none.`)
    return []
  })
  const codes = codesOf(words(asked.code), (word) =>
    wrong('code', `code must be codes such as 404, 5xx or none, separated by commas; ${word} is none.`),
  )
  if (problems.length > 0) return invalid(problems)
  if (why && !holds(level, 'inspect'))
    return new Refusal(403, 'forbidden', 'Your access level shows the outcome of results, not their reason.')
  const location = await locationFilter(db, project.key, asked.location_id)
  if (location instanceof Refusal) return location
  const tags = words(asked.tag)
  const { resultsSince } = await keptOf(db, project.key, now)
  const hasLatency = asked.latency_above !== undefined || asked.latency_up_to !== undefined
  const stored = wanted?.filter((name) => name !== 'QUEUED')
  const filter = {
    projectKey: project.key,
    limit: asked.limit ?? PAGE,
    from: Math.max(from ?? 0, resultsSince),
    latest: now + AHEAD_DAYS * DAY_MS,
    ...(to !== undefined && { to }),
    ...(targetKey !== undefined && { targetKey }),
    ...(tags && { targetKeys: await monitorsWithTags(db, project.key, tags) }),
    ...(asked.cursor !== undefined && { after: asked.cursor, newer: asked.direction === 'newer' }),
    ...(location && { locationKey: location.key }),
    ...(asked.trigger && { trigger: triggers.code(asked.trigger) }),
    ...(stored && { categories: stored.map(categories.code) }),
    ...(why && { reasons: why.map(reasons.code) }),
    ...(codes && { codes }),
    ...(hasLatency && { latency: { above: asked.latency_above ?? null, upTo: asked.latency_up_to ?? null } }),
  }
  const withQueued = wanted?.includes('QUEUED') === true && !codes && !hasLatency && (!why || why.includes('QUEUED'))
  return { filter, withQueued, withResults: stored?.length !== 0 }
}

const codesOf = (
  asked: readonly string[] | undefined,
  onWrong: (word: string) => void,
): { ranges: CodeRange[]; none: boolean } | undefined => {
  if (!asked) return undefined
  const ranges = asked.flatMap((word): CodeRange[] => {
    const hundred = /^([1-9])xx$/i.exec(word)
    if (hundred) return [{ from: 100 * Number(hundred[1]), to: 100 * Number(hundred[1]) + 99 }]
    if (/^[1-9]\d\d$/.test(word)) return [{ from: Number(word), to: Number(word) }]
    if (word.toLowerCase() !== 'none') onWrong(word)
    return []
  })
  return { ranges, none: asked.some((word) => word.toLowerCase() === 'none') }
}
