import type { objectives } from '../../../contract/objectives/objectives.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { burnDown } from '../../../domain/objectives/attainment.ts'
import { usualMeasure } from '../../../domain/objectives/metric-facts.ts'
import { stepSeconds, windowAt } from '../../../domain/objectives/objective-periods.ts'
import { sloProblems } from '../../../domain/objectives/objective-rules.ts'
import { objectiveWords } from '../../../domain/objectives/objective-words.ts'
import { type Objective, type Threshold, withRowIds } from '../../../domain/objectives/slo.ts'
import type { HandlersOf } from '../../http/context.ts'
import { refuseStale } from '../../http/if-unchanged.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import type { Stored } from '../../store/core/objects.ts'
import { readAttained } from '../../store/objectives/attained.ts'
import { readChanges } from '../../store/objectives/changes.ts'
import { lockSlo, monitorsInScope, readSlo, removeSlo, type SloDoc, storeSlo } from '../../store/objectives/slo.ts'
import { attainedRow, changedRow, forecastRow } from './attained-rows.ts'

const EMPTY: SloDoc = { include_tags: [], exclude_tags: [], objectives: [], thresholds: [] }

/** Handlers of the service level objectives of a project. */
export const objectiveHandlers = (): HandlersOf<typeof objectives> => ({
  'objective.read': async (_, { db, project }) => answerOf(await readSlo(db, project.key)),

  'objective.replace': async ({ body }, context) => {
    const { db, project, actor: owner, now } = context
    const { include_tags = [], exclude_tags = [], objectives, thresholds = [], if_last_update: asked } = body
    const problems = sloProblems({ include_tags, exclude_tags, objectives, thresholds })
    if (problems.length > 0) return invalid(problems)
    const before = await lockSlo(db, project.key)
    const refused = staleOf(asked, before)
    if (refused) return refused
    const doc: SloDoc = {
      include_tags,
      exclude_tags,
      objectives: withRowIds(objectives.map(described<Objective>), 'o'),
      thresholds: withRowIds(thresholds.map(described<Threshold>), 't'),
    }
    const after = await storeSlo(db, { projectKey: project.key, before, doc, owner, now })
    context.record({
      resource: { type: 'project', id: project.id, name: 'Objectives' },
      before: before?.doc ?? EMPTY,
      after: after.doc,
    })
    return answerOf(after)
  },

  'objective.remove': async (_, context) => {
    const { db, project } = context
    const before = await lockSlo(db, project.key)
    if (!before) return notFound('set of objectives')
    await removeSlo(db, before)
    context.record({ resource: { type: 'project', id: project.id, name: 'Objectives' }, before: before.doc })
    return null
  },

  'objective.attainment': async (_, { db, project, now }) => {
    const slo = await readSlo(db, project.key)
    const { objectives, thresholds } = slo?.doc ?? EMPTY
    const scope = await monitorsInScope(db, project.key, slo?.doc ?? EMPTY)
    const attained = await readAttained(db, { projectKey: project.key, scope, objectives, now })
    const changed = await readChanges(db, { projectKey: project.key, scope, thresholds, now })
    const count = (state: string) => attained.filter(({ attainment }) => attainment.state === state).length
    return {
      meta: {
        monitors: scope.targetKeys.length,
        at: formatTime(now),
        last_update: slo ? formatTime(slo.last_update) : null,
        met: count('met'),
        at_risk: count('at_risk'),
        breached: count('breached'),
        no_data: count('no_data'),
      },
      data: attained.map(attainedRow),
      thresholds: changed.map(changedRow),
    }
  },

  'objective.series': async ({ query }, { db, project, now }) => {
    const slo = await readSlo(db, project.key)
    const objective = slo?.doc.objectives.find(({ id }) => id === query.objective)
    if (!slo || !objective) return notFound('objective')
    const scope = await monitorsInScope(db, project.key, slo.doc)
    const [found] = await readAttained(db, {
      projectKey: project.key,
      scope,
      objectives: [objective],
      now,
      withoutRecent: true,
    })
    if (!found) return notFound('objective')
    const { attainment, steps } = found
    const window = windowAt(objective.period, now)
    return {
      meta: {
        objective: objective.id,
        name: objectiveWords(objective),
        step_seconds: stepSeconds(objective.period),
        from: formatTime(steps[0]?.from ?? window.from),
        to: formatTime(window.to),
        at: formatTime(now),
        budget: attainment.budget?.events ?? null,
        target: attainment.target,
        forecast: forecastRow(attainment.forecast),
      },
      data: burnDown(objective, steps, now).map(({ from, to, eligible, bad, remaining, burnRate }) => ({
        time: formatTime(from),
        end: formatTime(to),
        eligible,
        bad,
        remaining,
        burn_rate: burnRate,
      })),
    }
  },
})

const described = <Row extends { description?: string | null | undefined }>(
  row: Row,
): Row & { description: string | null } => ({
  ...row,
  description: row.description?.trim() || null,
})

const CHANGED = 'These objectives were changed after you opened them.'

/** Refuses a save over another version than the stored one; null names that there was none. */
const staleOf = (asked: string | null | undefined, stored: Stored<SloDoc> | undefined): Refusal | null => {
  if (asked === undefined) return null
  if (asked === null || !stored) return asked === null && !stored ? null : new Refusal(409, 'conflict', CHANGED)
  return refuseStale('set of objectives', asked, stored)
}

const answerOf = (stored: Stored<SloDoc> | undefined) => {
  const { include_tags, exclude_tags, objectives, thresholds } = stored?.doc ?? EMPTY
  return {
    include_tags,
    exclude_tags,
    objectives: objectives.map((one) => ({ ...one, description: one.description ?? null })),
    thresholds: thresholds.map((one) => ({
      ...one,
      description: one.description ?? null,
      measure: one.measure ?? usualMeasure(one.metric),
    })),
    last_update: stored ? formatTime(stored.last_update) : null,
  }
}
