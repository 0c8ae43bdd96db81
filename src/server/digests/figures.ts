import { sql } from 'kysely'
import { sketchTally } from '../../domain/core/sketch.ts'
import type { MonitorFigures, ProjectFigures, SpanFigures } from '../../domain/mail/digest.ts'
import type { Span } from '../../domain/mail/digest-times.ts'
import type { Db } from '../store/core/database.ts'
import { readFigures } from '../store/statistics/figures.ts'

/** Monitors per batch: their sketches are in memory together, and tallying them blocks the event loop. */
const OPTIMISTIC = 200

const NOTHING = { counts: { pass: 0, slow: 0, warning: 0, fail: 0 }, medianMs: null }

/** Returns the figures of a project's monitors and workflows in a span and in the one before it. */
export const projectFigures = async (
  db: Db,
  projectKey: number,
  { span, before }: { span: Span; before: Span },
  now: number,
): Promise<ProjectFigures> => {
  const targets = await db
    .selectFrom('object')
    .select(['key', 'id', 'name', 'kind'])
    .where('project_key', '=', projectKey)
    .where('kind', 'in', ['monitor', 'workflow'])
    .orderBy('key')
    .execute()
  const alerts = await alertsOf(db, projectKey, span)
  const all = { span: sketchTally(), before: sketchTally() }
  const figures: MonitorFigures[] = []
  const addFigures = async (kind: MonitorFigures['kind'], counted: typeof all) => {
    const ofKind = targets.filter((target) => target.kind === kind)
    for (let at = 0; at < ofKind.length; at += OPTIMISTIC) {
      const some = ofKind.slice(at, at + OPTIMISTIC)
      const targetKeys = some.map(({ key }) => key)
      const during = await figuresOf(db, { targetKeys, window: span, now }, counted.span)
      const earlier = await figuresOf(db, { targetKeys, window: before, now }, counted.before)
      for (const { key, id, name } of some)
        figures.push({
          kind,
          id,
          name,
          span: during.get(key) ?? NOTHING,
          before: earlier.get(key) ?? NOTHING,
          alerts: alerts.get(key) ?? 0,
        })
    }
  }
  await addFigures('monitor', all)
  // The steps of a workflow are results of monitors, so its own results are not counted again.
  await addFigures('workflow', { span: sketchTally(), before: sketchTally() })
  return { monitors: figures, medianMs: all.span.take(0.5), medianBeforeMs: all.before.take(0.5) }
}

/** Counts each monitor's alerts in a span. */
const alertsOf = async (db: Db, projectKey: number, { from, to }: Span): Promise<Map<number, number>> => {
  const { rows } = await sql<{ target_key: number; alerts: number }>`
    select target_key, count(*)::int as alerts from delivery
    where project_key = ${projectKey} and created >= ${from} and created < ${to} and kind = 'alert' group by target_key`.execute(
    db,
  )
  return new Map(rows.map(({ target_key, alerts }) => [target_key, alerts]))
}

/** Reads counts and median of each monitor by key, and adds all durations to `all`. */
const figuresOf = async (
  db: Db,
  of: { targetKeys: readonly number[]; window: Span; now: number },
  all: ReturnType<typeof sketchTally>,
): Promise<Map<number, SpanFigures>> => {
  const { rows } = await readFigures(db, { ...of, measures: ['total'] })
  return new Map(
    rows.map(({ targetKey, figures: { measured, pass, slow, warning, fail } }) => {
      measured.total?.tallyInto(all)
      const [medianMs = null] = measured.total?.quantiles([0.5]) ?? []
      return [targetKey, { counts: { pass, slow, warning, fail }, medianMs }]
    }),
  )
}
