import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { projects } from '../../../contract/projects/projects.ts'
import { problem } from '../../../domain/core/problem.ts'
import type { Retention } from '../../../domain/core/retention.ts'
import { bandProblems, bandsIn } from '../../../domain/core/score-bands.ts'
import { shownName } from '../../../domain/core/shown-name.ts'
import { tagProblems } from '../../../domain/core/tag-rules.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { invalid, notFound } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/core/database.ts'
import { changeRetention, keptOf } from '../../store/core/retention.ts'
import { membersOf } from '../../store/projects/members.ts'
import { removeProject } from '../../store/projects/project-removal.ts'
import type { ProjectRow } from '../../store/projects/projects.ts'
import { shownMember } from './access.ts'
import { expiringBy } from './expiring.ts'
import { organizationsOf, projectAnswer } from './project-list.ts'

type Settled = AnswerOf<ProductContract['project.read']>

/** Handlers for a project's settings and members. */
export const projectHandlers = ({ wakeRemoval }: Pick<Services, 'wakeRemoval'>): HandlersOf<typeof projects> => ({
  'project.read': async ({ params }, context) => {
    const { db, project } = context
    const row = params.id === project.id ? await projectOf(db, project.key) : undefined
    return row ? answerOf(context, row) : notFound('project')
  },

  'project.expiring': async ({ params, query }, { db, project, now }) => {
    if (params.id !== project.id) return notFound('project')
    const wanted = { resultDays: query.result_days, bodyDays: query.body_days }
    return expiringBy(db, project.key, wanted, now)
  },

  'project.update': async ({ params, body }, context) => {
    const { db, project, now } = context
    const before = params.id === project.id ? await projectOf(db, project.key, true) : undefined
    if (!before) return notFound('project')
    const problems = [
      ...(body.name?.trim() === '' ? [problem('name', 'required', 'must not be empty.')] : []),
      ...tagProblems('tags', body.tags ?? []),
      ...(body.score_bands ? bandProblems(body.score_bands) : []),
    ]
    if (problems.length > 0) return invalid(problems)
    const { alert_on_manual_runs, tags, name, score_bands } = body
    const doc = {
      ...before.doc,
      ...(tags && { tags }),
      ...(alert_on_manual_runs !== undefined && { alert_on_manual_runs }),
      ...(score_bands && { score_bands }),
    }
    const keptBefore = await keptOf(db, project.key, now)
    await changeRetention(db, project.key, { resultDays: body.result_days, bodyDays: body.body_days }, now)
    const after = await db
      .updateTable('project')
      .set({ name: name === undefined ? before.name : shownName(name), doc: JSON.stringify(doc), last_update: now })
      .where('key', '=', project.key)
      .returningAll()
      .executeTakeFirstOrThrow()
    context.record({
      resource: { type: 'project', id: project.id, name: after.name },
      before: contextText(before, keptBefore),
      after: contextText(after, await keptOf(db, project.key, now)),
    })
    return answerOf(context, after)
  },

  'project.remove': async ({ params }, context) => {
    const { db, project, now } = context
    const row = params.id === project.id ? await projectOf(db, project.key, true) : undefined
    if (!row) return notFound('project')
    await removeProject(db, project.key, now)
    context.record({
      resource: { type: 'project', id: row.id, name: row.name },
      before: contextText(row, await keptOf(db, project.key, now)),
    })
    context.afterCommit(wakeRemoval)
    return null
  },

  'project.members': async ({ params }, { db, project }) => {
    if (params.id !== project.id) return notFound('project')
    return {
      meta: { more: false, next_cursor: null, project_id: project.id },
      results: (await membersOf(db, project.key)).map(shownMember),
    }
  },
})

const projectOf = (db: Db, key: number, forChange = false) =>
  db
    .selectFrom('project')
    .selectAll()
    .where('key', '=', key)
    .where('removed', 'is', null)
    .$if(forChange, (query) => query.forUpdate())
    .executeTakeFirst()

/** The grants of a caller who is an account or a service account. */
const waysOf = async ({ caller, db, project }: ProjectContext): Promise<Settled['ways']> => {
  if (caller.kind !== 'account' && caller.kind !== 'service') return []
  const [member] = await membersOf(db, project.key, caller.accountId)
  return member ? shownMember(member).grants : []
}

const answerOf = async (context: ProjectContext, row: ProjectRow): Promise<Settled> => {
  const { caller, db, level, now } = context
  const { resultDays: result_days, bodyDays: body_days } = await keptOf(db, row.key, now)
  const [organization] = await organizationsOf(db, row.org_id ? [row.org_id] : [])
  return {
    project: projectAnswer(row),
    organization: organization ?? null,
    access_level: level,
    ways: await waysOf(context),
    site_permission: caller.kind === 'account' ? caller.sitePermission : null,
    settings: { alert_on_manual_runs: row.doc.alert_on_manual_runs === true, result_days, body_days },
  }
}

const contextText = ({ name, doc }: ProjectRow, { resultDays, bodyDays }: Retention) => ({
  name,
  tags: doc.tags ?? [],
  alert_on_manual_runs: doc.alert_on_manual_runs === true,
  score_bands: bandsIn(doc),
  result_days: resultDays,
  body_days: bodyDays,
})
