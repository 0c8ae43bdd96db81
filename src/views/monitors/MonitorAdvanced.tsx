import type { ReactNode } from 'react'
import type { BrowserMonitor, CallMonitor } from '../../domain/monitors/monitor-address.ts'
import { useOwnerName } from '../core/use-owner-name.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import settings from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Time } from '../parts/text/Time.tsx'
import { advancedTable, browserAdvancedTable } from './advanced-form.ts'
import { asBrowserTest, asCall } from './as-call.ts'
import classes from './form.module.css'
import type { Monitor } from './monitor-list.ts'
import { useCallVersions } from './use-call-versions.ts'

const About = ({ monitor: { id, meta } }: { monitor: Monitor }) => (
  <aside className="stack" aria-label="About this monitor">
    <Card title="About">
      <KeyValues
        items={[
          {
            name: 'Id',
            value: (
              <span className={settings.copied}>
                <code>{id}</code>
                <Act
                  command="text.copy"
                  args={{ text: id, what: 'Monitor id' }}
                  kind="ghost"
                  size="small"
                  icon="copy"
                  iconOnly
                  label="Copy the monitor id"
                />
              </span>
            ),
          },
          { name: 'Host', value: meta.domain ?? '(variable)' },
          { name: 'Accepts', value: meta.accept, mono: true },
          { name: 'Content type', value: meta.content_type, mono: true },
          { name: 'Owner', value: useOwnerName(meta.owner) },
          { name: 'Created', value: <Time at={meta.created} /> },
          { name: 'Changed', value: <Time at={meta.last_update} /> },
        ]}
      />
    </Card>
  </aside>
)

const Delete = ({ monitor: { id, meta } }: { monitor: Monitor }) => (
  <Card title="Delete the monitor">
    <div className={settings.action}>
      <p>“{meta.name}” stops running and leaves its schedules. It can be restored for 30 days, with its results.</p>
      <Act command="monitor.remove" args={{ monitor: id }} kind="danger-ghost" icon="trash" hint={false} />
    </div>
  </Card>
)

const MetaData = ({ children }: { children: ReactNode }) => (
  <Card title="Meta-data">
    <div className="stack">{children}</div>
  </Card>
)

const Sharing = ({ org, children }: { org: ReactNode; children: ReactNode }) => (
  <Card title="Sharing" sub="outside this project">
    <div className="stack">
      {org}
      <fieldset className={classes.shared}>
        <legend>Share with every account of this installation</legend>
        {children}
      </fieldset>
      <p className="muted small">
        Headers, parameters, variables, bodies, steps, conditions and result details are never shared.
      </p>
    </div>
  </Card>
)

const CallAdvanced = ({ monitor }: { monitor: CallMonitor }) => {
  const { id } = monitor
  const form = useRecordForm({
    table: advancedTable,
    key: `monitor-advanced:${id}`,
    base: advancedTable.formOf(monitor),
    versions: useCallVersions(monitor),
    async save(body, { world, version: if_last_update }) {
      const row = await world.call('monitor.update', { params: { id }, body: { ...body, if_last_update } })
      world.tell(`“${row.meta.name}” saved`)
      return asCall(row)
    },
  })
  return (
    <RecordForm form={form} noun="monitor" label="Advanced settings" beside={<About monitor={monitor} />}>
      <MetaData>
        <FormField form={form} name="description" />
        <FormField form={form} name="tags" />
      </MetaData>
      <Card title="Run settings">
        <div className="stack">
          <FormField form={form} name="timeout_seconds" className={classes.short} />
          <FormField form={form} name="follow_redirects" />
          <FormField form={form} name="redirect_method" />
          <FormField form={form} name="unset_variables" />
          <FormField form={form} name="verify_tls" />
          <div className={classes.halves}>
            <FormField form={form} name="connect_to" />
            <FormField form={form} name="tls_name" />
          </div>
        </div>
      </Card>
      <Sharing org={<FormField form={form} name="org" />}>
        <FormField form={form} name="settings" />
        <FormField form={form} name="results" />
        <FormField form={form} name="stats" />
      </Sharing>
      <Delete monitor={monitor} />
    </RecordForm>
  )
}

const BrowserAdvanced = ({ monitor }: { monitor: BrowserMonitor }) => {
  const { id } = monitor
  const form = useRecordForm({
    table: browserAdvancedTable,
    key: `monitor-advanced:${id}`,
    base: browserAdvancedTable.formOf(monitor),
    async save(body, { world }) {
      const row = await world.call('monitor.update', { params: { id }, body })
      world.tell(`“${row.meta.name}” saved`)
      return asBrowserTest(row)
    },
  })
  return (
    <RecordForm form={form} noun="monitor" label="Advanced settings" beside={<About monitor={monitor} />}>
      <MetaData>
        <FormField form={form} name="description" />
        <FormField form={form} name="tags" />
      </MetaData>
      <Sharing org={<FormField form={form} name="org" />}>
        <FormField form={form} name="settings" />
        <FormField form={form} name="results" />
        <FormField form={form} name="stats" />
      </Sharing>
      <Delete monitor={monitor} />
    </RecordForm>
  )
}

/** Meta-data, run settings and sharing of a monitor. */
export const MonitorAdvanced = ({ monitor }: { monitor: Monitor }) =>
  monitor.type === 'api' ? <CallAdvanced monitor={monitor} /> : <BrowserAdvanced monitor={monitor} />
