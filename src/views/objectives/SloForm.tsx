import { holds } from '../../domain/core/access.ts'
import { unitOf } from '../../domain/objectives/metric-facts.ts'
import { useMachine } from '../core/machines-of.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { Act } from '../parts/act/Act.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import {
  changeUnitOptions,
  comparatorOptions,
  METRIC_OPTIONS,
  measureOptions,
  periodOptions,
  unitWords,
} from './choices.ts'
import { burnWords, changeWords, leftWords, shareWords, valueWords } from './figures.ts'
import classes from './objectives.module.css'
import { ScopeCard } from './ScopeCard.tsx'
import { SloRows } from './SloRows.tsx'
import { StateBadge } from './StateBadge.tsx'
import {
  NEW_OBJECTIVE,
  NEW_THRESHOLD,
  type ObjectiveRow,
  type StoredSlo,
  sloTable,
  type ThresholdRow,
  withChoice,
  withThresholdChoice,
} from './slo-table.ts'

/** Attainment of the stored objective that a row is of. */
const AttainmentOf = ({ row, slo }: { row: ObjectiveRow; slo: StoredSlo }) => {
  const { data } = useResource('objective.attainment', slo.objectives.length > 0 ? {} : null)
  const stored = slo.objectives.find(({ id }) => id === row.id)
  const found = data?.data.find(({ id }) => id === row.id)
  if (!stored || !found) return row.id === undefined ? 'Its attainment shows once it is saved.' : null
  if (found.state === 'no_data')
    return (
      <>
        <StateBadge state="no_data" /> {found.missing}
      </>
    )
  return (
    <>
      <StateBadge state={found.state} />
      <span>now {valueWords(found.value, stored.unit)}</span>
      {found.attainment !== null && <span>{shareWords(found.attainment)} good</span>}
      {found.budget?.remaining != null && <span>budget: {leftWords(found.budget.remaining)}</span>}
      {found.burn_rate !== null && <span>burn rate {burnWords(found.burn_rate)}</span>}
    </>
  )
}

const ChangeOf = ({ row, slo }: { row: ThresholdRow; slo: StoredSlo }) => {
  const { data } = useResource('objective.attainment', slo.thresholds.length > 0 ? {} : null)
  const stored = slo.thresholds.find(({ id }) => id === row.id)
  const found = data?.thresholds.find(({ id }) => id === row.id)
  if (!stored || !found) return row.id === undefined ? 'Its change shows once it is saved.' : null
  if (found.state === 'no_data') return found.missing
  return (
    <>
      <StateBadge state={found.state === 'exceeded' ? 'breached' : 'met'} />
      <span>changed by {changeWords(found.change, stored.unit)} against the period before</span>
    </>
  )
}

/** The objectives and thresholds of a project. */
export const SloForm = ({ slo }: { slo: StoredSlo }) => {
  const world = useWorld()
  const level = useMachine('project', (snapshot) => snapshot?.context.current?.access_level)
  const form = useRecordForm({
    table: sloTable,
    key: 'project-slo',
    base: sloTable.formOf(slo),
    versions: {
      version: slo.last_update,
      versionOf: (row) => row.last_update,
      reread: () => world.call('objective.read', {}),
    },
    async save(body, { world, version }) {
      const row = await world.call('objective.replace', { body: { ...body, if_last_update: version } })
      world.tell('Objectives saved')
      return row
    },
  })
  const { draft, problems, change, touch } = form
  const mayChange = level !== undefined && holds(level, 'govern')
  return (
    <div>
      <RecordForm form={form} noun="set of objectives" label="Objectives" columns="">
        {!mayChange && <Notice kind="info">Owners, managers and editors of the project can change these.</Notice>}
        <fieldset className="stack" disabled={!mayChange}>
          <ScopeCard form={form} />
          <SloRows<ObjectiveRow>
            title="Objectives"
            noun="objective"
            field="objectives"
            empty="An objective says how good the monitors should be: 99.9 % available over 30 days leaves an error budget of 0.1 %, and Sonde shows how fast it is used."
            heads={['Metric', 'Measure', 'Is', 'Value', 'Period', 'Note']}
            rows={draft.objectives}
            fresh={NEW_OBJECTIVE}
            problems={problems}
            onRows={(rows) => change('objectives', rows)}
            onLeave={touch}
            cells={(row, controls, onRow) => [
              controls.choice('metric', 'Metric', {
                value: row.metric,
                options: METRIC_OPTIONS,
                onValue: (value) => onRow(withChoice(row, 'metric', value)),
              }),
              controls.choice('measure', 'Measure', {
                value: row.measure,
                options: measureOptions(row.metric),
                onValue: (value) => onRow(withChoice(row, 'measure', value)),
              }),
              controls.choice('comparator', 'Comparison', {
                value: row.comparator,
                options: comparatorOptions(row.metric),
                onValue: (value) => onRow(withChoice(row, 'comparator', value)),
              }),
              <span key="value" className={classes.value}>
                {controls.text('value', 'Value', {
                  value: row.value,
                  numeric: true,
                  onValue: (value) => onRow({ ...row, value }),
                })}
                {unitWords(unitOf(row.metric, row.measure))}
              </span>,
              controls.choice('period', 'Period', {
                value: row.period,
                options: periodOptions(row.metric),
                onValue: (value) => onRow(withChoice(row, 'period', value)),
              }),
              controls.text('description', 'Note', {
                value: row.description,
                maxLength: 1500,
                placeholder: 'optional',
                onValue: (description) => onRow({ ...row, description }),
              }),
            ]}
            reading={(row) => <AttainmentOf row={row} slo={slo} />}
          />
          <SloRows<ThresholdRow>
            title="Thresholds"
            noun="threshold"
            field="thresholds"
            empty="A threshold says by how much a metric may change against the period before: +20 % for latency, −1 pp for availability."
            heads={['Metric', 'Measure', 'Change by', 'Unit', 'Period', 'Note']}
            rows={draft.thresholds}
            fresh={NEW_THRESHOLD}
            problems={problems}
            onRows={(rows) => change('thresholds', rows)}
            onLeave={touch}
            cells={(row, controls, onRow) => [
              controls.choice('metric', 'Metric', {
                value: row.metric,
                options: METRIC_OPTIONS,
                onValue: (value) => onRow(withThresholdChoice(row, 'metric', value)),
              }),
              controls.choice('measure', 'Measure', {
                value: row.measure,
                options: measureOptions(row.metric),
                onValue: (value) => onRow(withThresholdChoice(row, 'measure', value)),
              }),
              controls.text('delta', 'Change', {
                value: row.delta,
                numeric: true,
                onValue: (delta) => onRow({ ...row, delta }),
              }),
              controls.choice('unit', 'Unit', {
                value: row.unit,
                options: changeUnitOptions(row.metric, row.measure),
                onValue: (value) => onRow(withThresholdChoice(row, 'unit', value)),
              }),
              controls.choice('period', 'Period', {
                value: row.period,
                options: periodOptions(row.metric),
                onValue: (value) => onRow(withThresholdChoice(row, 'period', value)),
              }),
              controls.text('description', 'Note', {
                value: row.description,
                maxLength: 1500,
                placeholder: 'optional',
                onValue: (description) => onRow({ ...row, description }),
              }),
            ]}
            reading={(row) => <ChangeOf row={row} slo={slo} />}
          />
        </fieldset>
        {mayChange && slo.last_update !== null && (
          <p className="row">
            <Act command="slo.remove" kind="danger-ghost" icon="trash" hint={false} />
          </p>
        )}
      </RecordForm>
    </div>
  )
}
