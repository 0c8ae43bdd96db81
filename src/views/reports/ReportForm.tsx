import { useState } from 'react'
import { MAX_GROUPS, MAX_ROWS } from '../../contract/reports/reports.ts'
import { useWorld } from '../core/use-world.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { MonitorPicker } from '../monitors/MonitorPicker.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Select } from '../parts/form/Select.tsx'
import { Card } from '../parts/text/Card.tsx'
import { GroupsCard } from './GroupsCard.tsx'
import { LocationsCard } from './LocationsCard.tsx'
import { ReportDifference } from './ReportDifference.tsx'
import classes from './report-form.module.css'
import type { FormGroup, ReportFormState } from './report-form.ts'

const NEW_GROUP = 'new'

/** The group to which monitors are added: the chosen one, else the last; null for a new one. */
const targetOf = (groups: readonly FormGroup[], chosen: string | null): FormGroup | null =>
  chosen === NEW_GROUP ? null : (groups.find(({ id }) => id === chosen) ?? groups.at(-1) ?? null)

/** A report's form: what it is about and its groups, beside the monitors to add. */
export const ReportForm = ({ form }: { form: ReportFormState }) => {
  const world = useWorld()
  const [chosen, choose] = useState<string | null>(null)
  const { groups, kind } = form.draft
  const target = targetOf(groups, chosen)
  const add = (call_id: string) => {
    const row = { id: world.newId(), call_id, label: null, dest_ip: null }
    if (target) {
      const at = groups.indexOf(target)
      form.change('groups', groups.with(at, { ...target, rows: [...target.rows, row] }))
      return
    }
    const group = {
      id: world.newId(),
      name: groups.length === 0 ? 'Monitors' : `Group ${groups.length + 1}`,
      rows: [row],
    }
    choose(group.id)
    form.change('groups', [...groups, group])
  }
  const full =
    target === null
      ? groups.length < MAX_GROUPS
        ? null
        : `A report has at most ${MAX_GROUPS} groups.`
      : target.rows.length < MAX_ROWS
        ? null
        : `A group has at most ${MAX_ROWS} monitors.`
  return (
    <RecordForm
      form={form}
      noun="report"
      difference={form.newer && <ReportDifference theirs={form.newer} mine={form.draft} />}
      label="Report"
      columns={classes.columns}
      beside={
        <MonitorPicker
          title="Add monitors"
          full={full}
          above={
            groups.length > 0 && (
              <Field label="To the group">
                <Select
                  small
                  value={target?.id ?? NEW_GROUP}
                  options={[
                    ...groups.map(({ id, name }, at) => ({ value: id, label: name.trim() || `Group ${at + 1}` })),
                    { value: NEW_GROUP, label: 'A new group' },
                  ]}
                  onValue={choose}
                />
              </Field>
            )
          }
          onAdd={add}
        />
      }
    >
      <Card title="Report">
        <div className="stack">
          <FormField form={form} name="name" />
          <FormField form={form} name="description" />
        </div>
      </Card>
      <Card title="Figures">
        <div className={classes.fields}>
          <FormField form={form} name="kind" />
          {kind === 'last' ? (
            <>
              <FormField form={form} name="value" />
              <FormField form={form} name="unit" />
            </>
          ) : (
            <>
              <FormField form={form} name="from" />
              <FormField form={form} name="until" />
            </>
          )}
          <FormField form={form} name="timezone" />
          <FormField form={form} name="metric" />
          <FormField form={form} name="quantile" />
        </div>
      </Card>
      <LocationsCard form={form} />
      <GroupsCard form={form} />
    </RecordForm>
  )
}
