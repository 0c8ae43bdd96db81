import type { ProductContract } from '../../../contract/contract.ts'
import type { BodyOf } from '../../../contract/core/endpoint.ts'
import type { watches } from '../../../contract/monitors/watches.ts'
import { NEW_NUMERIC_TEXTS } from '../../../domain/conditions/comparison.ts'
import { withIds } from '../../../domain/conditions/condition-ids.ts'
import { conditionProblems } from '../../../domain/conditions/condition-rules.ts'
import { expressionEngines } from '../../../domain/conditions/expressions.ts'
import { cutText } from '../../../domain/core/cut-text.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { monitorProblems } from '../../../domain/monitors/monitor-rules.ts'
import { SAMPLE_TAG } from '../../../domain/onboarding/sample-monitors.ts'
import { everyWords } from '../../../domain/schedules/every-words.ts'
import { scheduleProblems } from '../../../domain/schedules/schedule-rules.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { invalid } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { locationsFor } from '../../store/agents/locations.ts'
import { schemaFileProblems } from '../../store/conditions/schema-files.ts'
import type { Db } from '../../store/core/database.ts'
import type { Stored } from '../../store/core/objects.ts'
import { fileProblems } from '../../store/files/files.ts'
import { changeMonitor, monitors, newMonitor } from '../../store/monitors/monitors.ts'
import { addTargets, type ScheduleDoc, schedules } from '../../store/schedules/schedules.ts'
import { syncSlots } from '../../store/schedules/slots.ts'
import { chosenAuthProblems } from '../auth/chosen-auth.ts'
import { refuseMonitors } from './monitor-quota.ts'

type Wanted = BodyOf<ProductContract['watch.create']>['schedule']

export const watchHandlers = ({
  sealing,
  configuration,
}: Pick<Services, 'sealing' | 'configuration'>): HandlersOf<typeof watches> => ({
  'watch.create': async ({ body }, context) => {
    const { db, project, actor: owner, now } = context
    const conditions = { meta: {}, conditions: [], ...body.conditions }
    const { doc, problems: secret } = changeMonitor(newMonitor, body, sealing)
    const problems = [
      ...monitorProblems(body),
      ...secret,
      ...(await fileProblems(db, project.key, body.request)),
      ...(await chosenAuthProblems(doc.request, null, context)),
      ...[
        ...conditionProblems(conditions, { engines: expressionEngines }),
        ...(await schemaFileProblems(db, project.key, conditions.conditions)),
      ].map((one) => ({ ...one, field: `conditions.${one.field}` })),
      ...scheduleProblems(body.schedule).map((one) => ({ ...one, field: `schedule.${one.field}` })),
      ...(await locationProblems(db, project.key, body.schedule.locations)),
    ]
    if (problems.length > 0) return invalid(problems)
    const refused = await refuseMonitors({ configuration }, db, project.key)
    if (refused) return refused
    const judged = {
      meta: {
        break_on_fail: conditions.meta.break_on_fail ?? false,
        numeric_texts: conditions.meta.numeric_texts ?? NEW_NUMERIC_TEXTS,
      },
      conditions: withIds(conditions.conditions),
    }
    const name = body.meta.name.trim()
    const full = { ...doc, conditions: judged }
    const monitor = await monitors.create(db, { projectKey: project.key, name, doc: full, owner, now })
    context.record({ resource: { type: 'monitor', id: monitor.id, name }, after: full })
    const { schedule, isNew } = await scheduleFor(context, body.schedule)
    await addTargets(db, schedule.key, [monitor.key])
    await syncSlots(db, schedule, now, [monitor.key])
    context.record({
      resource: { type: 'schedule', id: schedule.id, name: schedule.name },
      after: { ...(isNew && { name: schedule.name, ...schedule.doc }), attached: monitor.id },
    })
    return { monitor: { id: monitor.id, name }, schedule: { id: schedule.id, name: schedule.name, isNew } }
  },
})

const locationProblems = async (
  db: Db,
  projectKey: number,
  wanted: readonly string[] | undefined,
): Promise<Problem[]> => {
  if (!wanted) return []
  const known = new Set((await locationsFor(db, projectKey)).map(({ id }) => id))
  return wanted.flatMap((id, index) => {
    if (known.has(id)) return []
    const field = `schedule.locations[${index}]`
    const message = `${field} must be the id of a location; there is none called ${id.slice(0, 128)}.`
    return [{ field, code: 'unknown', message }]
  })
}

const isEqual = (a: readonly string[], b: readonly string[]): boolean => [...a].sort().join() === [...b].sort().join()

/**
 * The schedule of the project that runs as often from the same places and does nothing else; made where there is none. It is named after
 * what it does, because further monitors join it.
 */
const scheduleFor = async (
  { db, project, actor: owner, now }: ProjectContext,
  { frequency, locations = [] }: Wanted,
): Promise<{ schedule: Stored<ScheduleDoc>; isNew: boolean }> => {
  const regions = locations.length > 0 ? [] : ['all']
  const known = (await schedules.all(db, project.key)).find(
    ({ doc }) =>
      doc.enabled &&
      doc.backoff_method === null &&
      !doc.tags.includes(SAMPLE_TAG) &&
      doc.frequency_seconds === frequency &&
      isEqual(doc.regions, regions) &&
      isEqual(doc.locations, locations),
  )
  if (known) return { schedule: known, isNew: false }
  const doc = {
    tags: [],
    frequency_seconds: frequency,
    regions,
    locations: [...locations],
    backoff_method: null,
    enabled: true,
  }
  const places = locations.length > 0 ? ` from ${locations.join(', ')}` : ''
  const name = cutText(`${everyWords(frequency)}${places}`, 400)
  const schedule = await schedules.create(db, { projectKey: project.key, name, doc, owner, now })
  return { schedule, isNew: true }
}
