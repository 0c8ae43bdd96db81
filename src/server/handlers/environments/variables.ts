import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { environments } from '../../../contract/environments/environments.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import {
  bytesOf,
  environmentNameProblems,
  MAX_ENVIRONMENTS,
  settledVariable,
  variableNameProblems,
  variableProblems,
} from '../../../domain/environments/variable-rules.ts'
import { MASK } from '../../../domain/secrets/masking.ts'
import { readsFrom, variableReaders } from '../../dispatch/variable-readers.ts'
import type { HandlersPart, ProjectContext } from '../../http/context.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { countEnvironments, ensureEnvironment, lockEnvironment } from '../../store/environments/environments.ts'
import {
  closeVariable,
  deleteVariable,
  type ListedVariable,
  noRoom,
  readVariable,
  renameVariable,
  variablesOf,
  writeVariable,
} from '../../store/environments/variables.ts'

type VariableAnswer = AnswerOf<ProductContract['variable.value']>

export const variableHandlers = ({ sealing }: Services) => {
  const readersOf = variableReaders(sealing)
  return {
    'variable.list': async (_, { db, project }) => {
      const variables = await variablesOf(db, project.key)
      const readers = variables.length === 0 ? [] : await readersOf(db, project.key)
      const names = new Set(variables.map(({ workspace, name }) => `${workspace}\n${name}`))
      const has = (workspace: string, name: string) => names.has(`${workspace}\n${name}`)
      return {
        meta: { more: false, next_cursor: null, project_id: project.id },
        results: variables.map((variable) => ({
          ...rowOf(variable),
          used_by: readers
            .filter((reader) => readsFrom(reader, variable, has))
            .map(({ kind, id, name }) => ({ kind, id, name })),
        })),
      }
    },

    'variable.value': async ({ params }, context) => {
      const variable = await readVariable(context.db, context.project.key, params.workspace, params.name)
      return variable ? answerOf(variable) : notFound('variable')
    },

    'variable.set': async ({ params, body }, context) => {
      const { db, project, now, actor } = context
      const { workspace, name } = params
      const named = [...environmentNameProblems(workspace, 'workspace'), ...variableNameProblems(name)]
      if (named.length > 0) return invalid(named)
      const refused = await refuseEnvironment(context, workspace)
      if (refused) return refused
      const environmentKey = await ensureEnvironment(db, project.key, workspace, now)
      const before = await readVariable(db, project.key, workspace, name)
      const problems = variableProblems(name, body, before ?? null)
      if (problems.length > 0) return invalid(problems)
      const { secret, origins, keepsValue } = settledVariable(body, before ?? null)
      const value = keepsValue && before ? before.value : closeVariable(body.value, secret, sealing)
      const full = await noRoom(db, project.key, {
        bytes: bytesOf(value),
        replaced: before ? bytesOf(before.value) : null,
      })
      if (full) return new Refusal(403, 'quota', full)
      await writeVariable(db, { environmentKey, name, value, secret, origins, asOf: now, now, by: actor })
      return finish(context, { workspace, name }, before)
    },

    'variable.rename': async ({ params, body }, context) => {
      const { db, project, now, actor } = context
      const { workspace, name } = params
      const problems = variableNameProblems(body.name)
      if (problems.length > 0) return invalid(problems)
      await lockEnvironment(db, project.key, workspace)
      const before = await readVariable(db, project.key, workspace, name)
      if (!before) return notFound('variable')
      if (body.name !== name && (await readVariable(db, project.key, workspace, body.name)))
        return new Refusal(409, 'conflict', `${workspace} has a variable ${body.name} already.`)
      await renameVariable(db, before, { name: body.name, now, by: actor })
      return finish(context, { workspace, name: body.name }, before)
    },

    'variable.remove': async ({ params }, context) => {
      const { db, project } = context
      await lockEnvironment(db, project.key, params.workspace)
      const before = await readVariable(db, project.key, params.workspace, params.name)
      if (!before) return notFound('variable')
      await deleteVariable(db, before)
      context.record({ resource: resourceOf(before), before: auditedOf(before) })
      return null
    },
  } satisfies HandlersPart<typeof environments>
}

/** Refuses one more environment than a project may have; null where there is room, or where it exists already. */
export const refuseEnvironment = async (
  { db, project }: Pick<ProjectContext, 'db' | 'project'>,
  name: string,
): Promise<Refusal | null> => {
  if (await lockEnvironment(db, project.key, name)) return null
  if ((await countEnvironments(db, project.key)) < MAX_ENVIRONMENTS) return null
  return new Refusal(
    403,
    'quota',
    `A project has at most ${MAX_ENVIRONMENTS} environments. Delete one that is not used.`,
  )
}

/** Records the write and answers with the variable as it is now. */
const finish = async (
  context: ProjectContext,
  { workspace, name }: { workspace: string; name: string },
  before: ListedVariable | undefined,
): Promise<VariableAnswer> => {
  const after = await readVariable(context.db, context.project.key, workspace, name)
  if (!after) throw new Error('The variable was not stored.')
  context.record({ resource: resourceOf(after), ...(before && { before: auditedOf(before) }), after: auditedOf(after) })
  return answerOf(after)
}

const resourceOf = ({ id, name }: ListedVariable) => ({ type: 'variable', id, name })

/** A variable for the audit log, which shows of a secret only that it changed. */
const auditedOf = ({ workspace, name, value, secret, origins }: ListedVariable) => ({
  workspace,
  name,
  value: secret ? { sealed: value } : value,
  secret,
  origins,
})

const rowOf = ({ id, workspace, name, value, secret, origins, updated, updated_by }: ListedVariable) => ({
  id,
  workspace,
  name,
  value: secret ? MASK : value,
  secret,
  origins,
  updated: formatTime(updated),
  updated_by,
})

const answerOf = (variable: ListedVariable): VariableAnswer => ({ workspace_variable: rowOf(variable) })
