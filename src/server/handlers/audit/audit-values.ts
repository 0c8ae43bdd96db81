import { contract } from '../../../contract/contract.ts'
import type { AnyEndpoint } from '../../../contract/core/endpoint.ts'
import { type Kind, kindFacts } from '../../../contract/kinds.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import { type AuditFilter, listEntries } from '../../store/audit/audits.ts'
import type { Db } from '../../store/core/database.ts'

/** Actions that are recorded by parts of an endpoint, or by none. */
const FURTHER_ACTIONS = ['session.sign-in', 'session.fail', 'project.enter']

/** Types of objects in entries that are no kinds. */
const FURTHER_TYPES = [
  'access',
  'connection',
  'invite',
  'key-service',
  'recipient',
  'role',
  'status-subscriber',
  'trial',
]

const endpoints: readonly AnyEndpoint[] = Object.values(contract)

const ACTIONS: ReadonlySet<string> = new Set([...endpoints.flatMap(({ audit }) => audit ?? []), ...FURTHER_ACTIONS])

const nounOf = (action: string): string => action.split('.')[0] ?? action

const NOUNS: ReadonlySet<string> = new Set([...ACTIONS].map(nounOf))

// The keys of the table are its kinds; Object.keys cannot know it.
const TYPE_OF_KIND = new Map(
  (Object.keys(kindFacts) as Kind[]).map((kind) => [kind as string, kindFacts[kind].audited ?? kind]),
)

const TYPES: ReadonlySet<string> = new Set([...TYPE_OF_KIND.values(), ...FURTHER_TYPES])

/** The type of entries that a text means: a kind by its own name, `api_key`, is meant by the type that entries have for it, `key`. */
export const auditedType = (text: string): string =>
  TYPES.has(text) ? text : (TYPE_OF_KIND.get(text.replaceAll('_', '-')) ?? text)

const inOrder = (words: Iterable<string>): string => [...words].sort().join(', ')

const actionProblem = (action: string): Problem | null => {
  if (ACTIONS.has(action) || NOUNS.has(action)) return null
  const noun = nounOf(action)
  const others = [...ACTIONS].filter((each) => nounOf(each) === noun)
  return problem(
    'action',
    'unknown',
    others.length > 0
      ? `must be ${noun} for all its actions, or one of ${inOrder(others)}.`
      : `must be an action such as monitor.update, or its noun alone: ${inOrder(NOUNS)}.`,
  )
}

const typeProblem = (type: string): Problem | null =>
  TYPES.has(type) ? null : problem('type', 'unknown', `must be one of ${inOrder(TYPES)}.`)

/**
 * Field errors of filters that no entry can match: an empty answer to a misspelled one would say that nothing was done. What an older version
 * recorded under another name is known from the log itself.
 */
export const unknownValues = async (
  db: Db,
  { scope, action, type }: Pick<AuditFilter, 'scope' | 'action' | 'type'>,
): Promise<Problem[]> => {
  const isRecorded = async (filter: Pick<AuditFilter, 'action' | 'type'>) =>
    (await listEntries(db, { scope, ...filter }, { limit: 1 })).length > 0
  const ofAction = action === undefined ? null : actionProblem(action)
  const ofType = type === undefined ? null : typeProblem(type)
  return [
    ...(ofAction && action !== undefined && !(await isRecorded({ action })) ? [ofAction] : []),
    ...(ofType && type !== undefined && !(await isRecorded({ type })) ? [ofType] : []),
  ]
}
