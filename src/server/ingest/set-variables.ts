import {
  bytesOf,
  environmentNameProblems,
  GLOBAL,
  isVariableName,
  MAX_ENVIRONMENTS,
  MAX_VALUE_BYTES,
} from '../../domain/environments/variable-rules.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import type { AlertTarget } from '../alerts/targets.ts'
import { appendEntries, type Content } from '../store/audit/audit-chain.ts'
import { KeyAway } from '../store/core/data-keys.ts'
import type { Db } from '../store/core/database.ts'
import type { EventBatch } from '../store/core/events.ts'
import { newId } from '../store/core/identifiers.ts'
import { dataKeyOf, type SecretCipher } from '../store/core/secret-cipher.ts'
import type { RunColumns } from '../store/core/tables.ts'
import { countEnvironments, ensureEnvironment, lockEnvironment } from '../store/environments/environments.ts'
import {
  closeVariable,
  confirmVariable,
  type ListedVariable,
  noRoom,
  openVariable,
  readVariable,
  writeVariable,
} from '../store/environments/variables.ts'
import { sourceOfKey } from '../store/key-services/key-services.ts'
import { idOfRun } from '../store/results/runs.ts'
import type { Reported } from './reported.ts'

/** A value that a run sets. */
type Setting = {
  readonly projectKey: number
  readonly workspace: string
  readonly name: string
  readonly value: string
  /** Start of the run (Unix ms). */
  readonly asOf: number
  readonly target: AlertTarget
  readonly resultId: string
}

/** Settings of these runs, without those that cannot be stored: a masked value is no value. */
const settingsOf = (reported: readonly Reported[], targets: ReadonlyMap<number, AlertTarget>): Setting[] =>
  reported.flatMap(({ run, report, started }) => {
    const target = targets.get(run.target_key)
    if (!target) return []
    return (report.set_variables ?? []).flatMap(({ name, value, scope }): Setting[] => {
      const workspace = scope === 'global' ? GLOBAL : target.workspace
      const isStorable =
        isVariableName(name) &&
        !value.includes(MASK) &&
        bytesOf(value) <= MAX_VALUE_BYTES &&
        environmentNameProblems(workspace).length === 0
      const { project_key: projectKey } = target
      return isStorable ? [{ projectKey, workspace, name, value, asOf: started, target, resultId: idOfRun(run) }] : []
    })
  })

const placeOf = ({ projectKey, workspace }: Setting): string => `${projectKey} ${workspace}`

/** The newest setting of each variable, in one order for all servers, so that no two batches wait for each other. */
const inOrder = (settings: readonly Setting[]): Setting[] => {
  const newest = new Map<string, Setting>()
  for (const setting of settings) {
    const key = `${placeOf(setting)}\n${setting.name}`
    const known = newest.get(key)
    if (!known || known.asOf <= setting.asOf) newest.set(key, setting)
  }
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, setting]) => setting)
}

type Storing = { readonly sealing: SecretCipher; readonly now: number; readonly events: EventBatch }

/**
 * Stores the variables that new results set in their environments, and returns the entries for the audit log. The newest run wins: a late
 * report of an older run does not overwrite a newer value. A secret stays secret, for the origins that a person entered.
 */
export const storeSetVariables = async (
  db: Db,
  {
    reported,
    added,
    targets,
  }: {
    readonly reported: readonly Reported[]
    readonly added: readonly RunColumns[]
    readonly targets: ReadonlyMap<number, AlertTarget>
  },
  storing: Storing,
): Promise<Content[]> => {
  const stored = new Set(added.map(idOfRun))
  const settings = inOrder(settingsOf(reported, targets).filter(({ resultId }) => stored.has(resultId)))
  const entries: Content[] = []
  const environments = new Map<string, number | null>()
  for (const setting of settings) {
    const place = placeOf(setting)
    let key = environments.get(place)
    if (key === undefined) {
      key = await environmentFor(db, setting, storing.now)
      environments.set(place, key)
    }
    const entry = key === null ? null : await store(db, key, setting, storing)
    if (entry) entries.push(entry)
  }
  return entries
}

/** Locks the environment, creating it where the project has room for one more; null where it has none. */
const environmentFor = async (db: Db, { projectKey, workspace }: Setting, now: number): Promise<number | null> => {
  const known = await lockEnvironment(db, projectKey, workspace)
  if (known) return known.key
  if (workspace !== GLOBAL && (await countEnvironments(db, projectKey)) >= MAX_ENVIRONMENTS) return null
  return ensureEnvironment(db, projectKey, workspace, now)
}

const store = async (
  db: Db,
  environmentKey: number,
  { projectKey, workspace, name, value, asOf, target, resultId }: Setting,
  { sealing, now, events }: Storing,
): Promise<Content | null> => {
  const before = await readVariable(db, projectKey, workspace, name)
  if (before && before.as_of > asOf) return null
  const secret = before?.secret ?? false
  const closed = closedAs(before, value, sealing)
  if (closed === 'key away') return null
  if (closed === 'same') {
    if (before) await confirmVariable(db, before, asOf)
    return null
  }
  const room = { bytes: bytesOf(closed.text), replaced: before ? bytesOf(before.value) : null }
  if (await noRoom(db, projectKey, room)) return null
  const origins = before?.origins ?? []
  await writeVariable(db, { environmentKey, name, value: closed.text, secret, origins, asOf, now, by: target.id })
  const after = await readVariable(db, projectKey, workspace, name)
  if (!after) return null
  events.tell(projectKey, { type: 'object', kind: 'variable', id: after.id, change: 'updated', by: target.id })
  return entryOf({ before, after, target, resultId, now })
}

/**
 * Encrypts a secret's new value under the key of the one before. Without that key neither can be told from the other, so the value stays as
 * it is.
 */
const closedAs = (
  before: ListedVariable | undefined,
  value: string,
  sealing: SecretCipher,
): { readonly text: string } | 'same' | 'key away' => {
  if (!before) return { text: value }
  try {
    if (openVariable(before, sealing) === value) return 'same'
    const id = before.secret ? dataKeyOf({ sealed: before.value }) : null
    const source = id === null ? null : sourceOfKey(sealing, id)
    return { text: sealing.within(source, () => closeVariable(value, before.secret, sealing)) }
  } catch (cause) {
    if (cause instanceof KeyAway) return 'key away'
    throw cause
  }
}

type Told = {
  readonly before: ListedVariable | undefined
  readonly after: ListedVariable
  readonly target: AlertTarget
  readonly resultId: string
  readonly now: number
}

/** The entry of a value that a run set: a secret only as "changed". */
const entryOf = ({ before, after, target, resultId, now }: Told): Content => ({
  id: newId(),
  time: now,
  project_key: target.project_key,
  org_id: target.org_id,
  actor: { kind: 'monitor', id: target.id },
  ip: null,
  user_agent: null,
  resource: { type: 'variable', id: after.id, name: after.name },
  action: 'variable.set',
  changes: [
    { path: 'workspace', before: before?.workspace ?? null, after: after.workspace },
    {
      path: 'value',
      before: before ? (before.secret ? 'changed' : before.value.slice(0, MAX_LOGGED)) : null,
      after: after.secret ? 'changed' : after.value.slice(0, MAX_LOGGED),
    },
  ].filter((change) => change.before !== change.after || change.path === 'value'),
  request_id: resultId,
})

/** Characters of a value that the audit log keeps. */
const MAX_LOGGED = 2_000

/** Writes the entries, project by project: the last step of the transaction, because each chain is locked until its end. */
export const auditSetVariables = async (
  db: Db,
  sealing: SecretCipher,
  entries: readonly Content[],
  now: number,
): Promise<void> => {
  const projects = [...new Set(entries.map(({ project_key }) => project_key ?? 0))].sort((a, b) => a - b)
  for (const key of projects)
    await appendEntries(
      db,
      sealing,
      entries.filter(({ project_key }) => project_key === key),
      now,
    )
}
