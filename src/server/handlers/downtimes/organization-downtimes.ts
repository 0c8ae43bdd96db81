import type { AnswerOf, BodyOf } from '../../../contract/core/endpoint.ts'
import type { organizationDowntimes as endpoints } from '../../../contract/downtimes/organization-downtimes.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import {
  changedTimes,
  DOWNTIME_DEFAULTS,
  downtimeOf,
  downtimeProblems,
  isOver,
  MOST_DOWNTIMES,
  pastProblems,
} from '../../../domain/downtimes/downtime-rules.ts'
import { downtimeStatus, windowFrom } from '../../../domain/downtimes/downtime-windows.ts'
import { silencedProjects } from '../../../domain/downtimes/downtime-words.ts'
import type { Context, HandlersOf } from '../../http/context.ts'
import { unknownIds } from '../../http/unknown-ids.ts'
import { invalid, Refusal } from '../../refusal.ts'
import type { Db } from '../../store/core/database.ts'
import {
  addOrganizationDowntime,
  changeOrganizationDowntime,
  coveredProjects,
  type OrganizationDowntimeDoc,
  organizationDowntime,
  organizationDowntimesOf,
  organizationDowntimesOver,
  organizationDowntimesToCome,
  projectsOfOrganization,
  removeOrganizationDowntime,
  type StoredOrganizationDowntime,
} from '../../store/downtimes/organization-downtimes.ts'

type Row = AnswerOf<(typeof endpoints)['organization-downtime.read-one']>
type Body = BodyOf<(typeof endpoints)['organization-downtime.update']>

const missing = new Refusal(404, 'not_found', 'There is no such downtime in this organization.')

const blank: OrganizationDowntimeDoc = { ...DOWNTIME_DEFAULTS.times, project_ids: [] }

/** Handlers of an organization's downtimes. */
export const organizationDowntimeHandlers = (): HandlersOf<typeof endpoints> => ({
  'organization-downtime.list': async ({ params }, { db, now }) =>
    listOf((await organizationDowntimesOf(db, params.org)).map((stored) => rowOf(stored, now))),

  'organization-downtime.list-of-project': async (_, { db, now, project }) =>
    listOf((await organizationDowntimesOver(db, project.key)).map((stored) => rowForProject(stored, project.id, now))),

  'organization-downtime.read-one': async ({ params }, { db, now }) => {
    const stored = await organizationDowntime(db, params.org, params.id)
    return stored ? rowOf(stored, now) : missing
  },

  'organization-downtime.create': async ({ params: { org }, body }, context) => {
    const { db, now } = context
    const doc = docOf(blank, body)
    const problems = await problemsOf(context, org, { body, doc, before: null })
    if (problems.length > 0) return invalid(problems)
    if ((await organizationDowntimesToCome(db, org, now)) >= MOST_DOWNTIMES) return full
    const id = await addOrganizationDowntime(db, org, { name: body.name.trim(), doc, now })
    const stored = await reread(db, org, id)
    await record(context, 'created', { after: stored })
    return rowOf(stored, now)
  },

  'organization-downtime.update': async ({ params: { org, id }, body }, context) => {
    const { db, now } = context
    const before = await organizationDowntime(db, org, id, { forChange: true })
    if (!before) return missing
    const doc = docOf(before.doc, body)
    const problems = await problemsOf(context, org, { body, doc, before: before.doc })
    if (problems.length > 0) return invalid(problems)
    const isRevived = isOver(before.doc, now) && !isOver(doc, now)
    if (isRevived && (await organizationDowntimesToCome(db, org, now)) >= MOST_DOWNTIMES) return full
    const covered = await coveredProjects(db, before.key)
    await changeOrganizationDowntime(db, before.key, { name: body.name?.trim() ?? before.name, doc, now })
    const stored = await reread(db, org, id)
    await record(context, 'updated', { before, after: stored, covered })
    return rowOf(stored, now)
  },

  'organization-downtime.remove': async ({ params: { org, id } }, context) => {
    const { db, now } = context
    const before = await organizationDowntime(db, org, id, { forChange: true })
    if (!before) return missing
    const covered = await coveredProjects(db, before.key)
    await removeOrganizationDowntime(db, before.key, now)
    await record(context, 'removed', { before, covered })
    return null
  },
})

const full = new Refusal(
  403,
  'quota',
  `There are ${MOST_DOWNTIMES} downtimes of this organization that are not over, and there can be no more. Delete one first.`,
)

const docOf = (base: OrganizationDowntimeDoc, { project_ids, ...body }: Body): OrganizationDowntimeDoc => ({
  ...changedTimes(base, body),
  project_ids: project_ids ?? base.project_ids,
})

const problemsOf = async (
  { db, now }: Context,
  orgId: string,
  { body, doc, before }: { body: Body; doc: OrganizationDowntimeDoc; before: OrganizationDowntimeDoc | null },
): Promise<Problem[]> => {
  const { project_ids: ids } = body
  return [
    ...downtimeProblems(body.name, doc, ''),
    ...pastProblems(before, doc, now, ''),
    ...(ids ? unknownIds('project_ids', ids, await projectsOfOrganization(db, orgId, ids), PROJECT) : []),
    ...(ids && new Set(ids).size < ids.length
      ? [problem('project_ids', 'duplicate', 'must not contain duplicates.')]
      : []),
  ]
}

const PROJECT = 'a project of the organization'

const reread = async (db: Db, orgId: string, id: string): Promise<StoredOrganizationDowntime> => {
  const stored = await organizationDowntime(db, orgId, id)
  if (!stored) throw new Error('The downtime was not stored.')
  return stored
}

/** Records a change in the organization's audit log, and tells the projects that the downtime covers or covered. */
const record = async (
  context: Context,
  change: 'created' | 'updated' | 'removed',
  {
    before,
    after,
    covered = [],
  }: { before?: StoredOrganizationDowntime; after?: StoredOrganizationDowntime; covered?: readonly number[] },
): Promise<void> => {
  const about = after ?? before
  if (!about) return
  const { caller, db } = context
  const audited = ({ name, doc }: StoredOrganizationDowntime) => ({ name, ...doc })
  context.record({
    resource: { type: 'organization-downtime', id: about.id, name: about.name },
    organizationId: about.org_id,
    ...(before && { before: audited(before) }),
    ...(after && { after: audited(after) }),
  })
  const by = caller.kind === 'account' ? caller.accountId : null
  const told = new Set([...covered, ...(after ? await coveredProjects(db, after.key) : [])])
  for (const key of told) context.tell({ type: 'object', kind: 'organization-downtime', id: about.id, change, by }, key)
}

const listOf = (data: Row[]) => ({ meta: { more: false, next_cursor: null }, data })

const rowOf = (
  { id, name, org_id, organization, doc, created, last_update }: StoredOrganizationDowntime,
  now: number,
): Row => {
  const { project_ids, ...times } = doc
  const downtime = downtimeOf(times)
  const window = windowFrom(downtime, now)
  return {
    id,
    name,
    organization: { id: org_id, name: organization },
    ...times,
    project_ids: [...project_ids],
    scope: silencedProjects(project_ids.length),
    status: downtimeStatus(downtime, now),
    next_window: window && { start_time: formatTime(window.startMs), end_time: formatTime(window.endMs) },
    created: formatTime(created),
    last_update: formatTime(last_update),
  }
}

/** As members of a project see it: without the ids of other projects. */
const rowForProject = (stored: StoredOrganizationDowntime, projectId: string, now: number): Row => {
  const row = rowOf(stored, now)
  const own = row.project_ids.filter((id) => id === projectId)
  return { ...row, project_ids: own, scope: silencedProjects(own.length) }
}
