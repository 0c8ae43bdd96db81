import { sql } from 'kysely'
import { fillableText, isFillable } from '../../domain/alerts/fillable-parameters.ts'
import { WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import { placeholdersIn, plainIn } from '../../domain/core/placeholders.ts'
import { GLOBAL, HIDDEN } from '../../domain/environments/variable-rules.ts'
import { openParameters, type WebhookDoc } from '../store/alerts/webhooks.ts'
import type { ProjectConditions } from '../store/conditions/project-conditions.ts'
import type { Db } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { MonitorDoc } from '../store/monitors/monitors.ts'
import type { WorkflowDoc } from '../store/workflows/workflows.ts'
import { openAim } from './secret-aim.ts'

/**
 * A monitor or alert that reads variables, the conditions of the project, or a workflow, whose environment its monitors read before their
 * own.
 */
export type VariableReader = {
  readonly kind: 'monitor' | 'workflow' | 'webhook' | 'project-conditions'
  readonly id: string
  readonly name: string
  /** The environment of a monitor or workflow; null for the others, which read that of each monitor that they are about. */
  readonly workspace: string | null
  readonly reads: ReadonlySet<string>
}

type Known = { readonly version: number; readonly reader: VariableReader; readonly stepIds: readonly string[] }
type Row = { key: number; kind: VariableReader['kind']; id: string; name: string; last_update: number }

/** Monitors and alerts that are remembered. */
const KEPT = 50_000
/** Documents that are read at a time. */
const READ_AT_ONCE = 500

/**
 * Finds who reads which variable. Placeholders may stand in encrypted values, so documents are opened; what was found is remembered until
 * the document changes.
 */
export const variableReaders = (sealing: SecretCipher) => {
  const known = new Map<number, Known>()

  const readerOf = ({ kind, id, name }: Row, doc: unknown): VariableReader => {
    // The kind of the row says whose document it is.
    if (kind === 'webhook')
      return { kind, id, name, workspace: null, reads: readsOfWebhook(doc as WebhookDoc, sealing) }
    if (kind === 'project-conditions')
      return {
        kind,
        id,
        name: 'Conditions of the project',
        workspace: null,
        reads: readsOfProject(doc as ProjectConditions),
      }
    if (kind === 'workflow') return { kind, id, name, workspace: (doc as WorkflowDoc).meta.workspace, reads: new Set() }
    const monitor = doc as MonitorDoc
    const own = new Set((monitor.request.variables ?? []).map(({ key }) => key))
    const reads = new Set([...openAim(monitor, sealing).reads].filter((variable) => !own.has(variable)))
    return { kind, id, name, workspace: monitor.meta.workspace, reads }
  }

  return async (db: Db, projectKey: number): Promise<VariableReader[]> => {
    const { rows } = await sql<Row>`select key, kind, id, name, last_update from object
      where project_key = ${projectKey} and kind in ('monitor', 'workflow', 'webhook', 'project-conditions') order by key`.execute(
      db,
    )
    if (known.size > KEPT) known.clear()
    const changed = rows.filter(({ key, last_update }) => known.get(key)?.version !== last_update)
    for (let at = 0; at < changed.length; at += READ_AT_ONCE) {
      const keys = changed.slice(at, at + READ_AT_ONCE).map(({ key }) => key)
      const { rows: read } = await sql<Row & { doc: unknown }>`
        select key, kind, id, name, last_update, doc from object where key = any(${keys}::int[])`.execute(db)
      for (const row of read)
        known.set(row.key, {
          version: row.last_update,
          reader: readerOf(row, row.doc),
          stepIds: row.kind === 'workflow' ? (row.doc as WorkflowDoc).workflow.steps.map((one) => one.call_id) : [],
        })
    }
    const all = rows.flatMap(({ key }) => known.get(key) ?? [])
    const monitors = new Map(all.flatMap(({ reader }) => (reader.kind === 'monitor' ? [[reader.id, reader]] : [])))
    return all
      .map(({ reader, stepIds }) => (reader.kind === 'workflow' ? withSteps(reader, stepIds, monitors) : reader))
      .filter(({ workspace }) => workspace !== HIDDEN)
  }
}

/** A workflow reads what its monitors read. */
const withSteps = (
  workflow: VariableReader,
  stepIds: readonly string[],
  monitors: ReadonlyMap<string, VariableReader>,
): VariableReader => ({
  ...workflow,
  reads: new Set(stepIds.flatMap((id) => [...(monitors.get(id)?.reads ?? [])])),
})

const readsOfProject = ({ conditions }: ProjectConditions): ReadonlySet<string> =>
  new Set(placeholdersIn(conditions.flatMap(({ property, val, val2 }) => [property, val, val2]).join('\n')))

const readsOfWebhook = (doc: WebhookDoc, sealing: SecretCipher): ReadonlySet<string> => {
  const { open } = openParameters(doc, sealing)
  const parameters = WEBHOOK_TYPES[doc.web_hook_type].parameters.filter(isFillable)
  return new Set(parameters.flatMap((one) => plainIn(fillableText(one, open[one.name] ?? '')[1])))
}

/**
 * Whether a reader gets a variable from this environment: from its own, or from `global` unless its own environment has the name too.
 */
export const readsFrom = (
  { kind, reads, workspace }: VariableReader,
  variable: { readonly workspace: string; readonly name: string },
  has: (workspace: string, name: string) => boolean,
): boolean => {
  if (!reads.has(variable.name)) return false
  if (workspace === null || workspace === variable.workspace) return kind !== 'workflow' || workspace !== GLOBAL
  // Global variables are read by the monitors themselves.
  return kind !== 'workflow' && variable.workspace === GLOBAL && !has(workspace, variable.name)
}
