import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { incidents as incidentEndpoints } from '../../../contract/incidents/incidents.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { signalStepOf, silenceStepOf } from '../../../domain/silence/silence-id.ts'
import type { HandlersPart } from '../../http/context.ts'
import { invalid, notFound } from '../../refusal.ts'
import { alertStates, outcomes } from '../../store/alerts/alert-decisions.ts'
import { storedStatus } from '../../store/alerts/delivery-states.ts'
import { targetKindOf } from '../../store/alerts/target-kind.ts'
import { categories } from '../../store/identity/codes.ts'
import { incidentStates } from '../../store/incidents/incident-codes.ts'
import { readIncident } from '../../store/incidents/incidents.ts'
import { cursorOf, readTimeline, readTimelineCursor, type TimelineRow } from '../../store/incidents/timeline.ts'
import { idOfRun } from '../../store/results/runs.ts'

type Entry = AnswerOf<(typeof incidentEndpoints)['incident.timeline']>['data'][number]

const PAGE = 50
/** Decisions and messages follow the last recovery: the run takes its time, and late results wait for earlier ones. */
const AFTERMATH_MS = 10 * 60_000

const runId = (run: string): string => {
  const [target_key = 0, due = 0, location_key = 0, source = 0, attempt = 0] = run.split('.').map(Number)
  return idOfRun({ target_key, due, location_key, source, attempt })
}

const targetOf = (row: { target_id: string | null; target_name: string; target_kind: string | null }) => ({
  monitor_id: row.target_id,
  monitor_name: row.target_name,
  monitor_kind: targetKindOf(row.target_kind),
})

const entryOf = (row: TimelineRow, now: number): Entry => {
  const at = { id: row.id, time: formatTime(row.time) }
  switch (row.type) {
    case 'update':
      return {
        type: 'update',
        ...at,
        state: incidentStates.name(row.state),
        text: row.text,
        author: row.author === null ? null : { id: row.author, name: row.author_name },
        public: row.is_public,
      }
    case 'result':
      return {
        type: 'result',
        ...at,
        ...targetOf(row),
        result_id: runId(row.run),
        result_category: categories.name(row.category),
        which: row.is_first && row.is_last ? 'only' : row.is_first ? 'first' : 'last',
      }
    case 'decision': {
      const result = runId(row.run)
      return {
        type: 'decision',
        ...at,
        ...targetOf(row),
        webhook_id: row.webhook_id,
        webhook_name: row.webhook_name,
        outcome: outcomes.name(row.outcome),
        from: alertStates.name(row.state_before),
        to: alertStates.name(row.state_after),
        result_id: silenceStepOf(result) === null && signalStepOf(result) === null ? result : null,
      }
    }
    case 'acknowledgement':
      return {
        type: 'acknowledgement',
        ...at,
        ...targetOf(row),
        by: row.name,
        note: row.note,
        taken_back: row.taken_back === null ? null : formatTime(row.taken_back),
      }
    case 'delivery':
      return {
        type: 'delivery',
        ...at,
        ...targetOf(row),
        webhook_id: row.webhook_id,
        webhook_name: row.webhook_name,
        kind: row.kind === 'recovery' ? 'recovery' : 'alert',
        status: storedStatus(row, now),
        tries: row.tries,
        last_try: row.last_try === null ? null : formatTime(row.last_try),
        http_code: row.http_code,
        error: row.error,
      }
  }
}

/** Timeline of an incident. */
export const incidentTimeline = {
  'incident.timeline': async ({ params, query }, { db, project, now }) => {
    const incident = await readIncident(db, project.key, params.id)
    if (!incident) return notFound('incident')
    const after = query.cursor === undefined ? null : readTimelineCursor(query.cursor)
    if (query.cursor !== undefined && after === null)
      return invalid([
        { field: 'cursor', code: 'invalid', message: 'cursor must be the next_cursor of an earlier answer.' },
      ])
    const limit = query.limit ?? PAGE
    const found = await readTimeline(db, {
      incidentKey: incident.key,
      projectKey: project.key,
      from: incident.begun,
      to: incident.ended === null ? now : incident.ended + AFTERMATH_MS,
      after,
      limit: limit + 1,
    })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const more = found.length > limit
    return {
      meta: { more, next_cursor: more && last ? cursorOf(last) : null },
      data: page.map((row) => entryOf(row, now)),
    }
  },
} satisfies HandlersPart<typeof incidentEndpoints>
