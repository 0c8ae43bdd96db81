import { Meter } from '../parts/chart/ProgressBar.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Named } from '../parts/text/Named.tsx'
import classes from './insights.module.css'
import type { InsightsReport } from './report.ts'

type SubScore = InsightsReport['sub_scores'][number]

const LABELS: Readonly<Record<SubScore['name'], string>> = {
  pass_rate: 'Pass rate',
  outliers: 'Outliers',
  consistency: 'Steady hours',
  drift: 'Drift',
  tail: 'Slow tail',
  geography: 'Geography',
  speed: 'Speed',
}

const columns: readonly Column<SubScore>[] = [
  {
    id: 'name',
    head: 'Factor',
    names: true,
    grows: true,
    cell: ({ name, text }) => <Named below={<span className={classes.wide}>{text}</span>}>{LABELS[name]}</Named>,
  },
  {
    id: 'meter',
    head: 'How good',
    hide: 's',
    cell: ({ name, score }) => (
      <span className={classes.meter}>
        <Meter label={LABELS[name]} value={score} />
      </span>
    ),
  },
  { id: 'score', head: 'Value', align: 'end', cell: ({ score }) => formats.score(score) },
  { id: 'weight', head: 'Weight', align: 'end', hide: 't', cell: ({ weight }) => `${Math.round(weight * 100)} %` },
  {
    id: 'gain',
    head: 'To gain',
    align: 'end',
    cell: ({ gain }) => (gain >= 0.01 ? <strong>+{formats.score(gain)}</strong> : <span className="muted">—</span>),
  },
]

/** The factors of a score, with the points that each would add if it were perfect. */
export const SubScoreTable = ({ report: { sub_scores: rows } }: { report: InsightsReport }) => (
  <Card title="Score" sub="and what would raise it" flush>
    <Table
      label="Factors of the score"
      dense
      twoLine
      rows={rows}
      rowId={({ name }) => name}
      rowName={({ name }) => LABELS[name]}
      columns={columns}
    />
  </Card>
)
