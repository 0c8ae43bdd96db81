import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { synopses } from '../../../contract/statistics/synopses.ts'
import { periodStart } from '../../../domain/core/periods.ts'
import { USUAL_BANDS } from '../../../domain/core/score-bands.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { passRate } from '../../../domain/statistics/statistics.ts'
import type { Caller } from '../../access/caller.ts'
import { refusalsByRules } from '../../access/organizations.ts'
import type { HandlersOf } from '../../http/context.ts'
import { forbidden, notFound } from '../../refusal.ts'
import type { Db } from '../../store/core/database.ts'
import { scoreBandsOf } from '../../store/core/score-bands.ts'
import { type ProjectScores, projectScores } from '../../store/insights/project-scores.ts'
import { monitorFigures } from '../../store/monitors/monitor-figures.ts'
import { objectCounts, type Synopsis, synopsesOf } from '../../store/monitors/synopsis.ts'
import { type LastAlert, lastAlerts } from '../../store/notifications/last-alerts.ts'
import { memberProjects, type NamedProject, projectsOfOrganization } from '../../store/projects/named-projects.ts'
import { runsOfOrganization } from '../../store/projects/quota.ts'
import { silentMonitors } from '../../store/silence/silence.ts'

type Answer = AnswerOf<(typeof synopses)['project.synopsis']>

const SHOWN_SILENT = 5

/** Handlers of the summaries of projects: home, collections, organizations. */
export const synopsisHandlers = (): HandlersOf<typeof synopses> => ({
  'project.synopsis': async (_, { db, project, now }) => {
    const rows = await synopsisRows(db, [project.key], now)
    return rows.get(project.key) ?? notFound('project')
  },

  'organization.synopsis': async ({ params: { org } }, { db, now }) => {
    const found = await projectsOfOrganization(db, org)
    if (!found) return notFound('organization', 'installation')
    const keys = found.projects.map(({ key }) => key)
    const rows = await synopsisRows(db, keys, now)
    const runs = await runsOfOrganization(db, org, periodStart('MONTH', now))
    return {
      meta: { org_id: org, name: found.name, runs_this_month: runs },
      results: found.projects.flatMap(({ key, id, name }) => {
        const row = rows.get(key)
        return row ? [{ ...row, project_id: id, name }] : []
      }),
    }
  },

  'project.figures': async (_, { caller, db, now }) => {
    if (caller.kind === 'anonymous' || caller.kind === 'agent')
      return forbidden('Only accounts and API keys may list projects.')
    const projects: readonly NamedProject[] =
      caller.kind === 'api_key' ? [{ ...caller.project, name: '' }] : await openedBy(db, caller, now)
    const keys = projects.map(({ key }) => key)
    const found = await synopsesOf(db, keys, now)
    const counts = await objectCounts(db, keys)
    const alerts = await lastAlerts(db, keys)
    return {
      results: projects.map(({ key, id }) => {
        const day = found.get(key)?.counts
        return {
          project_id: id,
          calls: counts.get(key)?.get('monitor') ?? 0,
          pass_rate_24h: day ? passRate(day) : null,
          last_alert: alertRow(alerts.get(key)),
        }
      }),
    }
  },
})

/** The projects that an account is a member of, without those of organizations whose rules the person does not meet. */
const openedBy = async (
  db: Db,
  caller: Extract<Caller, { kind: 'account' | 'service' }>,
  now: number,
): Promise<readonly NamedProject[]> => {
  const all = await memberProjects(db, caller.accountId)
  const unmet = await refusalsByRules(
    db,
    caller,
    all.flatMap(({ org_id }) => org_id ?? []),
    now,
  )
  return all.filter(({ org_id }) => !unmet.has(org_id ?? ''))
}

const synopsisRows = async (db: Db, keys: readonly number[], now: number): Promise<Map<number, Answer>> => {
  const found = await synopsesOf(db, keys, now)
  const worst = [...found.values()].flatMap((each) => each.worst)
  const figures = await monitorFigures(db, worst, now)
  const counts = await objectCounts(db, keys)
  const scores = await projectScores(db, keys, now)
  const bands = await scoreBandsOf(db, keys)
  const alerts = await lastAlerts(db, keys)
  const rows = new Map<number, Answer>()
  for (const [key, synopsis] of found)
    rows.set(key, {
      ...sizeOf(counts.get(key)),
      ...dayOf(synopsis, figures),
      no_data: await silenceOf(db, key),
      ...scoreOf(scores.get(key)),
      score_bands: bands.get(key) ?? USUAL_BANDS,
      last_alert: alertRow(alerts.get(key)),
    })
  return rows
}

const sizeOf = (counts: ReadonlyMap<string, number> | undefined) => ({
  calls: counts?.get('monitor') ?? 0,
  workflows: counts?.get('workflow') ?? 0,
  schedules: counts?.get('schedule') ?? 0,
})

const dayOf = (
  { counts, standing, meanMs, worst }: Synopsis,
  figures: Awaited<ReturnType<typeof monitorFigures>>,
): Pick<Answer, 'calls_now' | 'results_24h' | 'pass_rate_24h' | 'mean_latency_24h' | 'worst'> => ({
  calls_now: standing,
  results_24h: counts,
  pass_rate_24h: passRate(counts),
  mean_latency_24h: meanMs,
  worst: worst.map(({ key, id, name, passRate: rate }) => ({
    call_id: id,
    name,
    pass_rate_24h: rate,
    median_24h: figures.get(key)?.medianMs ?? null,
    last_result: figures.get(key)?.lastResult?.result_category ?? null,
  })),
})

const silenceOf = async (db: Db, projectKey: number): Promise<Answer['no_data']> => {
  const { count, longest } = await silentMonitors(db, projectKey, SHOWN_SILENT)
  return {
    count,
    longest: longest.map(({ id, name, since, locations }) => ({
      call_id: id,
      name,
      since: formatTime(since),
      locations,
    })),
  }
}

const scoreOf = (scores: ProjectScores | undefined) => ({
  score: scores?.score ?? null,
  previous_score: scores?.previous ?? null,
})

const alertRow = (alert: LastAlert | undefined): Answer['last_alert'] =>
  alert ? { time: formatTime(alert.time), title: alert.title, call_id: alert.call_id } : null
