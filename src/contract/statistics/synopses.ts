import { endpoint, shape } from '../core/endpoint.ts'
import { scoreBands } from '../core/score-bands.ts'
import { time } from '../core/wire.ts'
import { category } from '../results/results.ts'

/** The newest alert of a project: one about a failure, or about a recovery. Null if there was none in 90 days. */
const lastAlert = shape([{ time, title: 'string', call_id: 'string | null' }, '|', 'null'])

const counts = shape({ pass: 'number', slow: 'number', warning: 'number', fail: 'number' })

const synopsis = shape({
  calls: 'number',
  workflows: 'number',
  schedules: 'number',
  /** Monitors by the category of their newest result. `other`: it was skipped, or there is none. They add up to `calls`. */
  calls_now: { '...': counts, other: 'number' },
  results_24h: counts,
  /** (PASS + SLOW) / (PASS + SLOW + FAIL); null without such results. */
  pass_rate_24h: 'number | null',
  mean_latency_24h: 'number | null',
  /** At most 5, lowest pass rate first; only monitors that did not always pass, or do not pass now. */
  worst: [
    {
      call_id: 'string',
      name: 'string',
      pass_rate_24h: 'number | null',
      median_24h: 'number | null',
      last_result: [category, '|', 'null'],
    },
    '[]',
  ],
  /** Scheduled monitors without a result for two periods: their number, and at most 5 of them, longest silence first. */
  no_data: {
    count: 'number',
    longest: [{ call_id: 'string', name: 'string', since: time, locations: 'number' }, '[]'],
  },
  /** Score of the last week that is over, and of the week before it; null without one. */
  score: 'number | null',
  previous_score: 'number | null',
  score_bands: scoreBands,
  last_alert: lastAlert,
})

/** Summaries of projects: their size, their last 24 hours, their score, and what needs attention. Rates are 0 to 1. */
export const synopses = {
  'project.synopsis': endpoint('GET /api/2/project/synopsis', {
    summary: 'Summarizes the project: its size, the results of the last 24 hours, and the monitors that do worst',
    access: 'see',
    answer: synopsis,
  }),
  'organization.synopsis': endpoint('GET /api/2/project/organization/{org}/', {
    summary: 'Summarizes each project of an organization; for its ADMINs',
    access: 'organization',
    lists: 'results',
    answer: shape({
      meta: {
        org_id: 'string',
        name: 'string',
        /** Runs of all projects since the start of the month; each at each location counts as one. */
        runs_this_month: 'number',
      },
      /** By name. */
      results: [{ '...': synopsis, project_id: 'string', name: 'string' }, '[]'],
    }),
  }),
  'project.figures': endpoint('GET /api/2/account/projects/figures', {
    summary: 'Returns size, pass rate and last alert of each project that the caller can enter',
    access: 'account',
    answer: shape({
      results: [{ project_id: 'string', calls: 'number', pass_rate_24h: 'number | null', last_alert: lastAlert }, '[]'],
    }),
  }),
} as const
