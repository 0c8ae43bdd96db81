import { useId } from 'react'
import { StatStrip } from '../parts/chart/StatStrip.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Card, CardOwner } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Time } from '../parts/text/Time.tsx'
import { type AttainedRow, budgetWords, burnWords, shareWords } from './figures.ts'
import { ObjectiveCharts } from './ObjectiveCharts.tsx'
import classes from './objectives.module.css'
import { StateBadge } from './StateBadge.tsx'

type Burn = AttainedRow['burn_rates'][number]

const WINDOW_WORDS: Readonly<Record<Burn['window'], string>> = {
  PT5M: 'Last 5 minutes',
  PT30M: 'Last 30 minutes',
  PT1H: 'Last hour',
  PT6H: 'Last 6 hours',
}

const Forecast = ({ forecast }: { forecast: AttainedRow['forecast'] }) => {
  const { outcome, ends, basis } = forecast
  return (
    <p className={classes.note}>
      <strong>
        {outcome === 'ends' && ends !== null && (
          <>
            The budget ends <Time at={ends} as="full" />.{' '}
          </>
        )}
        {outcome === 'lasts' && 'The budget lasts. '}
        {outcome === 'none' && 'No forecast. '}
      </strong>
      {basis}
    </p>
  )
}

const BurnRates = ({ rates }: { rates: readonly Burn[] }) => (
  <Card title="Recent burn rates" sub="1× uses the budget up exactly" flush>
    <Table
      label="Recent burn rates"
      dense
      rows={rates}
      rowId={({ window }) => window}
      rowName={({ window }) => WINDOW_WORDS[window]}
      columns={[
        { id: 'window', head: 'Window', names: true, grows: true, cell: ({ window }) => WINDOW_WORDS[window] },
        { id: 'eligible', head: 'Events', align: 'end', cell: ({ eligible }) => formats.count(eligible) },
        { id: 'bad', head: 'Bad', align: 'end', cell: ({ bad }) => formats.count(bad) },
        { id: 'rate', head: 'Burn rate', align: 'end', cell: ({ rate }) => burnWords(rate) },
      ]}
    />
  </Card>
)

const Counted = ({ accounting }: { accounting: AttainedRow['accounting'] }) => (
  <Card title="What counts">
    <ul className={classes.accounting}>
      <li>{accounting.good}</li>
      <li>{accounting.retries}</li>
      <li>{accounting.downtimes}</li>
      <li>{accounting.warnings}</li>
    </ul>
  </Card>
)

/** An objective with its budget, burn rates, forecast, charts and the rules by which it counts. */
export const ObjectiveDetail = ({ row, version }: { row: AttainedRow; version: string }) => {
  const titleId = useId()
  const { budget } = row
  return (
    <CardOwner value={titleId}>
      <section id={`objective-${row.id}`} className={classes.objective} aria-labelledby={titleId}>
        <div className={classes.title}>
          <h2 id={titleId}>{row.name}</h2>
          <StateBadge state={row.state} />
        </div>
        {budget && (
          <StatStrip
            label={row.name}
            stats={[
              { label: 'Good', value: shareWords(row.attainment) },
              { label: 'Events', value: formats.count(row.eligible) },
              { label: 'Bad', value: formats.count(row.eligible - row.good) },
              { label: 'Budget left', value: budgetWords(budget.remaining) },
              { label: 'Burn rate', value: burnWords(row.burn_rate) },
            ]}
          />
        )}
        <Forecast forecast={row.forecast} />
        {row.state !== 'no_data' && budget && <ObjectiveCharts id={row.id} name={row.name} version={version} />}
        <div className={classes.two}>
          {row.burn_rates.length > 0 && <BurnRates rates={row.burn_rates} />}
          <Counted accounting={row.accounting} />
        </div>
      </section>
    </CardOwner>
  )
}
