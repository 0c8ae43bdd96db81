import { useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { formats } from '../parts/text/format.ts'
import { Named } from '../parts/text/Named.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import {
  type AttainedRow,
  budgetWords,
  burnWords,
  type ChangedRow,
  changeWords,
  shareWords,
  valueWords,
} from './figures.ts'
import { ObjectiveDetail } from './ObjectiveDetail.tsx'
import classes from './objectives.module.css'
import { StateBadge } from './StateBadge.tsx'

type Units = ReadonlyMap<string, string>

const Overview = ({ rows, units }: { rows: readonly AttainedRow[]; units: Units }) => (
  <Card title="Objectives" sub={`${rows.length}`} flush>
    <Table
      label="Objectives"
      twoLine
      rows={rows}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      columns={[
        {
          id: 'name',
          head: 'Objective',
          names: true,
          grows: true,
          cell: ({ id, name, missing }) => (
            <Named below={missing ?? undefined}>
              <a href={`#objective-${id}`} className={classes.wide}>
                {name}
              </a>
            </Named>
          ),
        },
        { id: 'state', head: 'State', cell: ({ state }) => <StateBadge state={state} /> },
        {
          id: 'value',
          head: 'Now',
          align: 'end',
          cell: ({ id, value }) => valueWords(value, units.get(id) ?? 'value'),
        },
        { id: 'good', head: 'Good', align: 'end', hide: 't', cell: ({ attainment }) => shareWords(attainment) },
        {
          id: 'left',
          head: 'Budget left',
          align: 'end',
          hide: 's',
          cell: ({ budget }) => budgetWords(budget?.remaining ?? null),
        },
        { id: 'burn', head: 'Burn rate', align: 'end', hide: 's', cell: ({ burn_rate: rate }) => burnWords(rate) },
      ]}
    />
  </Card>
)

const Changes = ({ rows, units }: { rows: readonly ChangedRow[]; units: Units }) => (
  <Card title="Thresholds" sub="against the period before" flush>
    <Table
      label="Thresholds"
      twoLine
      rows={rows}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      columns={[
        {
          id: 'name',
          head: 'Threshold',
          names: true,
          grows: true,
          cell: ({ name, missing }) => (
            <Named below={missing ?? undefined}>
              <span className={classes.wide}>{name}</span>
            </Named>
          ),
        },
        {
          id: 'state',
          head: 'State',
          cell: ({ state }) => (
            <StateBadge state={state === 'exceeded' ? 'breached' : state === 'within' ? 'met' : 'no_data'} />
          ),
        },
        {
          id: 'change',
          head: 'Change',
          align: 'end',
          cell: ({ id, change }) => changeWords(change, units.get(id) ?? 'value'),
        },
      ]}
    />
  </Card>
)

const leadOf = (meta: {
  monitors: number
  met: number
  at_risk: number
  breached: number
  no_data: number
}): string => {
  const states = [
    [meta.breached, 'breached'],
    [meta.at_risk, 'at risk'],
    [meta.met, 'met'],
    [meta.no_data, 'without data'],
  ] as const
  const said = states.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`)
  return `${said.join(', ')}, over ${formats.count(meta.monitors)} ${meta.monitors === 1 ? 'monitor' : 'monitors'}.`
}

/** The objectives of a project: how far they are attained, their error budgets, and when those end. */
const ObjectivesScreen = () => {
  const attainment = useResource('objective.attainment', {})
  const slo = useResource('objective.read', {})
  useTitle()
  const units: Units = new Map(
    [...(slo.data?.objectives ?? []), ...(slo.data?.thresholds ?? [])].map(({ id, unit }) => [id, unit]),
  )
  const hasAny = (attainment.data?.data.length ?? 0) + (attainment.data?.thresholds.length ?? 0) > 0
  return (
    <>
      <PageHead
        title="Objectives"
        lead={attainment.data && attainment.data.data.length > 0 ? leadOf(attainment.data.meta) : undefined}
        actions={
          hasAny ? (
            <Go to="home-settings" kind="secondary">
              Change objectives
            </Go>
          ) : undefined
        }
      />
      <Loaded of={attainment} page={false} label="Objectives">
        {({ meta, data, thresholds }) =>
          data.length + thresholds.length === 0 ? (
            <EmptyState
              title="No objectives yet"
              actions={
                <Go to="home-settings" kind="primary">
                  Add objectives
                </Go>
              }
              line="add objective availability rate >= 99.9 P30D"
            >
              An objective says how good the monitors of this project should be, such as 99.9 % available over 30 days.
              Sonde shows how much of its error budget is left, how fast it is used, and when it will end.
            </EmptyState>
          ) : (
            <div className="stack">
              {data.length > 0 && <Overview rows={data} units={units} />}
              {thresholds.length > 0 && <Changes rows={thresholds} units={units} />}
              {data.map((row) => (
                <ObjectiveDetail key={row.id} row={row} version={meta.last_update ?? ''} />
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  )
}
export default ObjectivesScreen
