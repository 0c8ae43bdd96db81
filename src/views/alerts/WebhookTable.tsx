import { useCallback, useMemo } from 'react'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useList } from '../core/use-list.ts'
import { useWorld } from '../core/use-world.ts'
import { BulkBar } from '../parts/act/BulkBar.tsx'
import type { MenuItem } from '../parts/act/Menu.tsx'
import type { RowAct, Selection } from '../parts/table/table-column.ts'
import { VirtualTable } from '../parts/table/VirtualTable.tsx'
import { Card } from '../parts/text/Card.tsx'
import { snoozeItems } from './SnoozeMenu.tsx'
import { useMonitorName } from './use-monitor-name.ts'
import { webhookColumns } from './webhook-columns.tsx'
import type { Webhook } from './webhook-list.ts'
import classes from './webhooks.module.css'

const rowId = ({ id }: Webhook): string => id
const rowName = ({ name }: Webhook): string => name
const pointing = ({ id }: Webhook) => ({ command: 'list.point', args: { row: id } })
const toggling = ({ id }: Webhook) => ({ command: 'list.select', args: { row: id } })
const acts = ({ id }: Webhook): readonly RowAct[] => [
  { command: 'webhook.edit', args: { webhook: id }, icon: 'edit', label: 'Edit' },
  { command: 'webhook.test', args: { webhook: id }, icon: 'play', label: 'Send a test by' },
  { command: 'webhook.remove', args: { webhook: id }, icon: 'trash', label: 'Delete' },
]
const menu = (webhook: Webhook): readonly MenuItem[] => {
  const args = { webhook: webhook.id }
  return [
    { command: 'webhook.edit', args, icon: 'edit' },
    { command: 'webhook.test', args, icon: 'play' },
    { command: 'webhook.duplicate', args, icon: 'copy' },
    'rule',
    ...snoozeItems(webhook, Date.now()).filter((item) => item !== 'rule'),
    'rule',
    { command: webhook.enabled ? 'webhook.disable' : 'webhook.enable', args },
    { command: 'webhook.remove', args, icon: 'trash', danger: true },
  ]
}

const BULK = [
  { command: 'webhook.enable', icon: 'play', label: 'Turn on' },
  { command: 'webhook.disable', icon: 'pause', label: 'Turn off' },
  { command: 'webhook.snooze', icon: 'snooze', label: 'Snooze' },
  { command: 'webhook.remove', icon: 'trash', label: 'Delete', danger: true },
] as const

/** The alerts as rows, with their cursor and selection. */
export const WebhookTable = ({ rows }: { rows: readonly Webhook[] }) => {
  const world = useWorld()
  const ids = useMemo(() => rows.map(rowId), [rows])
  const nameOf = useCallback((id: string) => rows.find((row) => row.id === id)?.name ?? id, [rows])
  const { cursor, selected } = useList({ kind: 'webhook', ids, nameOf })
  useScreenEvents(
    'screen',
    useCallback(
      ({ type, id }) => {
        if (type === 'OPEN' && typeof id === 'string') world.go('webhook', { webhookId: id })
      },
      [world],
    ),
  )
  const monitorName = useMonitorName(rows)
  const columns = useMemo(() => webhookColumns(monitorName), [monitorName])
  const selection = useMemo<Selection<Webhook>>(() => {
    const all = selected.size === 0 ? 'none' : selected.size < ids.length ? 'some' : 'all'
    const togglingAll = { command: all === 'all' ? 'list.clear' : 'list.select-all' }
    return { has: (id) => selected.has(id), toggling, togglingAll, all, of: 'alerts' }
  }, [selected, ids])
  return (
    <>
      <Card flush label="Alerts" className={classes.list}>
        <VirtualTable
          label="Alerts"
          twoLine
          {...{ columns, rows, rowId, rowName, cursor, pointing, selection, acts, menu }}
        />
      </Card>
      <BulkBar count={selected.size} of="alerts" acts={BULK} clearing={{ command: 'list.clear' }} />
    </>
  )
}
