import { useMemo } from 'react'
import { DependencyCard } from '../alerts/DependencyCard.tsx'
import { OpenIncidents } from '../alerts/OpenIncidents.tsx'
import { snoozeItems } from '../alerts/SnoozeMenu.tsx'
import type { Webhook } from '../alerts/webhook-list.ts'
import { type AlertCoverage, coverageOf } from '../alerts/why-fires.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import type { MonitorTab } from './MonitorScreen.tsx'
import { monitorAlertColumns } from './monitor-alert-columns.tsx'

export type CoveredWebhook = { readonly webhook: Webhook; readonly hearing: AlertCoverage }

const rowId = ({ webhook }: CoveredWebhook): string => webhook.id
const rowName = ({ webhook }: CoveredWebhook): string => webhook.name
const menuFor =
  (callId: string) =>
  ({ webhook }: CoveredWebhook) => {
    const args = { webhook: webhook.id }
    return [
      { command: 'webhook.edit', args, icon: 'edit' as const },
      { command: 'webhook.test', args, icon: 'play' as const },
      {
        command: 'webhook.duplicate',
        args: { ...args, monitor: callId },
        icon: 'copy' as const,
        label: 'Copy for this monitor',
      },
      'rule' as const,
      ...snoozeItems(webhook, Date.now()).filter((item) => item !== 'rule'),
      'rule' as const,
      { command: webhook.enabled ? 'webhook.disable' : 'webhook.enable', args },
    ]
  }

/** Alerts that cover this monitor and those that do not, with reasons. */
export const MonitorWebhooks: MonitorTab = ({ monitor }) => {
  const { id, meta } = monitor
  const { data, status, error, refetch } = useResource('webhook.list', {})
  const slow = useSlow(status === 'pending' && !data)
  const [listening, others] = useMemo(() => {
    const all = (data?.data ?? [])
      .map((webhook) => ({ webhook, hearing: coverageOf(webhook, { id, tags: meta.tags }, Date.now()) }))
      .toSorted((a, b) => a.webhook.name.localeCompare(b.webhook.name))
    return [all.filter(({ hearing }) => hearing.covers), all.filter(({ hearing }) => !hearing.covers)]
  }, [data, id, meta.tags])
  const columns = useMemo(() => monitorAlertColumns(id), [id])
  const menu = useMemo(() => menuFor(id), [id])
  if (!data) {
    if (error) return <LoadError error={error} refetch={refetch} />
    return slow ? <Loading page={false} /> : null
  }
  const adding = <Act command="webhook.new" args={{ monitor: id }} icon="plus" label="Add alert for this monitor" />
  return (
    <>
      <OpenIncidents monitorId={id} />
      {listening.length === 0 ? (
        <Card title="Alerts that cover this monitor" actions={others.length > 0 && adding}>
          <EmptyState
            title="No alert covers this monitor"
            line={`create alert email ops@example.com --monitor "${meta.name}"`}
            actions={
              <>
                <Act
                  command="webhook.new"
                  args={{ monitor: id, type: 'email' }}
                  kind="primary"
                  icon="mail"
                  label="Alert by email"
                />
                <Act command="webhook.new" args={{ monitor: id }} label="Other channels" />
              </>
            }
          >
            An alert tells people, chats and other systems when this monitor fails, and, if you choose so, when it
            recovers.
          </EmptyState>
        </Card>
      ) : (
        <Card title="Alerts that cover this monitor" sub={`${listening.length}`} flush actions={adding}>
          <Table
            label="Alerts that this monitor sends"
            twoLine
            rows={listening}
            {...{ columns, rowId, rowName, menu }}
          />
        </Card>
      )}
      <DependencyCard monitorId={id} />
      {others.length > 0 && (
        <Card title="Alerts that do not cover it" sub={`${others.length}`} flush>
          <Table
            label="Alerts that this monitor does not send"
            twoLine
            rows={others}
            {...{ columns, rowId, rowName, menu }}
          />
        </Card>
      )}
    </>
  )
}
