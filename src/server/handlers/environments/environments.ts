import type { environments as environmentEndpoints } from '../../../contract/environments/environments.ts'
import { environmentNameProblems, GLOBAL } from '../../../domain/environments/variable-rules.ts'
import type { HandlersOf, HandlersPart } from '../../http/context.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import {
  deleteEnvironment,
  type EnvironmentRow,
  ensureEnvironment,
  environmentsOf,
  lockEnvironment,
  renameEnvironment,
} from '../../store/environments/environments.ts'
import { refuseEnvironment, variableHandlers } from './variables.ts'

const rowOf = (row: EnvironmentRow) => ({ id: row.name, ...row })

const resourceOf = (name: string) => ({ type: 'environment', id: name, name })

const refuseGlobal = (verb: string) =>
  new Refusal(409, 'conflict', `The environment ${GLOBAL} cannot be ${verb}: every monitor reads it.`)

const ofEnvironments = {
  'environment.list': async (_, { db, project }) => ({
    meta: { more: false, next_cursor: null },
    data: (await environmentsOf(db, project.key)).map(rowOf),
  }),

  'environment.create': async ({ body }, context) => {
    const { db, project, now } = context
    const problems = environmentNameProblems(body.name)
    if (problems.length > 0) return invalid(problems)
    const { name } = body
    if (name === GLOBAL || (await lockEnvironment(db, project.key, name)))
      return new Refusal(409, 'conflict', `There is an environment ${name} already.`)
    const full = await refuseEnvironment(context, name)
    if (full) return full
    await ensureEnvironment(db, project.key, name, now)
    context.record({ resource: resourceOf(name), after: { name } })
    return rowOf((await named(context, name)) ?? { name, variables: 0, monitors: 0, workflows: 0 })
  },

  'environment.rename': async ({ params, body }, context) => {
    const { db, project, now } = context
    const { workspace: from } = params
    const { name: to } = body
    if (from === GLOBAL) return refuseGlobal('renamed')
    const problems = environmentNameProblems(to)
    if (problems.length > 0) return invalid(problems)
    const known = await named(context, from)
    if (!known) return notFound('environment')
    if (to !== from && (await named(context, to)))
      return new Refusal(409, 'conflict', `There is an environment ${to} already.`)
    const renamed = await renameEnvironment(db, { projectKey: project.key, from, to, now })
    context.record({ resource: resourceOf(to), before: { name: from }, after: { name: to, ...renamed } })
    return rowOf({ ...known, name: to })
  },

  'environment.remove': async ({ params }, context) => {
    const { db, project } = context
    const { workspace: name } = params
    if (name === GLOBAL) return refuseGlobal('deleted')
    const known = await named(context, name)
    const stored = known && (await lockEnvironment(db, project.key, name))
    if (!stored) return notFound('environment')
    await deleteEnvironment(db, stored.key)
    context.record({ resource: resourceOf(name), before: { name, variables: known.variables } })
    return null
  },
} satisfies HandlersPart<typeof environmentEndpoints>

/** The environment of a name, if it was created or a monitor names it. */
const named = async (
  { db, project }: { db: Parameters<typeof environmentsOf>[0]; project: { key: number } },
  name: string,
): Promise<EnvironmentRow | undefined> => (await environmentsOf(db, project.key)).find((row) => row.name === name)

export const environmentHandlers = (services: Services): HandlersOf<typeof environmentEndpoints> => ({
  ...ofEnvironments,
  ...variableHandlers(services),
})
