import { useMemo } from 'react'
import { counted } from '../../commands/core/bulk-words.ts'
import type { Capability } from '../../domain/agents/capabilities.ts'
import { ownTags } from '../../domain/core/tag-rules.ts'
import { monitorMethod, monitorUrl } from '../../domain/monitors/monitor-address.ts'
import { fixedLocationOf } from '../../domain/workflows/workflow-tags.ts'
import { useResource } from '../core/use-resource.ts'

/** The kinds of targets, as `target_counts` of a schedule names them. */
export type TargetKind = 'monitors' | 'browser_tests' | 'workflows'

/** A monitor, browser test or workflow that a schedule can run. */
export type Target = {
  readonly id: string
  readonly kind: TargetKind
  readonly name: string
  readonly address: string
  /** Text that a search reads. */
  readonly text: string
  /** The capability that an agent needs. */
  readonly needs: Capability | null
  /** The location that a workflow always runs from; null: those of its schedules. */
  readonly only: string | null
}

export type Targets = { readonly targets: readonly Target[]; readonly complete: boolean }

/** Everything in the project that a schedule can run, by name. */
export const useTargets = (): Targets => {
  const monitors = useResource('monitor.list', {})
  const workflows = useResource('workflow.list', {})
  return useMemo(() => {
    const rows = monitors.data?.data ?? []
    const browserTests = new Set(rows.flatMap(({ id, type }) => (type === 'browser' ? [id] : [])))
    const textOf = (name: string, address: string, tags: readonly string[]) =>
      `${name} ${address} ${ownTags(tags).join(' ')}`.toLowerCase()
    const ofMonitors = rows.map((monitor): Target => {
      const { id, meta, type } = monitor
      const address = `${monitorMethod(monitor)} ${monitorUrl(monitor)}`
      const isBrowserTest = type === 'browser'
      return {
        id,
        kind: isBrowserTest ? 'browser_tests' : 'monitors',
        name: meta.name,
        address,
        text: textOf(meta.name, address, meta.tags),
        needs: isBrowserTest ? 'browser' : null,
        only: null,
      }
    })
    const ofWorkflows = (workflows.data?.results ?? []).map(({ id, meta, workflow: { call_ids } }): Target => {
      const address = `Workflow, ${counted(call_ids.length, 'step')}`
      return {
        id,
        kind: 'workflows',
        name: meta.name,
        address,
        text: textOf(meta.name, address, meta.tags),
        needs: call_ids.some((step) => browserTests.has(step)) ? 'browser' : null,
        only: fixedLocationOf(meta.tags),
      }
    })
    return {
      targets: [...ofMonitors, ...ofWorkflows].sort((a, b) => (a.name < b.name ? -1 : 1)),
      complete: monitors.complete && workflows.complete,
    }
  }, [monitors.data, monitors.complete, workflows.data, workflows.complete])
}
