import { useMemo } from 'react'
import { type LaidEdge, layoutOf } from '../../../machines/chart/layout.ts'
import { ChartDrawing, type Look } from '../kit/chart/ChartDrawing.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { useZoom, ZoomActs } from './ActorPane.tsx'
import classes from './CoverageView.module.css'
import type { CoverageRow } from './coverage-rows.ts'
import { Untaken } from './Untaken.tsx'

/** Coverage of one chart: the taken arrows are marked, the untaken ones dimmed and listed with a path to each. */
export const ChartCoverage = ({ row }: { row: CoverageRow }) => {
  const { chart, machine, counted, states, transitions, untaken, unentered } = row
  const zoom = useZoom()
  const layout = useMemo(() => layoutOf(machine), [machine])
  const lookOfEdge = ({ keys, to }: LaidEdge): Look => {
    // The arrow from the start has no transition: it was taken if its state was entered.
    if (keys.length === 0) return counted.states.has(to) ? 'lit' : 'dim'
    const taken = keys.filter((key) => counted.transitions.has(key)).length
    return taken === keys.length ? 'lit' : taken === 0 ? 'dim' : 'plain'
  }
  const figures = `${states.taken} of ${states.all} states, ${transitions.taken} of ${transitions.all} transitions`
  return (
    <div className={classes.chart}>
      <Card title={chart} sub={figures} flush actions={<ZoomActs />}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is scrolled with keys too */}
        <section className={classes.frame} tabIndex={0} aria-label="Coverage chart">
          <ChartDrawing
            layout={layout}
            label={`Coverage of ${chart}: ${figures}.${unentered.length > 0 ? ` Never entered: ${unentered.join(', ')}.` : ''}`}
            lookOfEdge={lookOfEdge}
            lookOfNode={({ id, kind }) => (kind === 'start' ? 'plain' : counted.states.has(id) ? 'lit' : 'dim')}
            wordsFor={(words) => words}
            zoom={zoom}
          />
        </section>
        <p className={classes.key}>
          <span className={classes.taken}>taken</span>
          <span className={classes.part}>some of its events</span>
          <span className={classes.untaken}>not taken</span>
        </p>
      </Card>
      <Card
        title="Transitions not taken"
        sub={untaken.length > 0 ? `${formats.count(untaken.length)}, each with the shortest generated path` : undefined}
        flush
      >
        {untaken.length === 0 ? (
          <p className={classes.none}>Every transition of this chart was taken.</p>
        ) : (
          <Untaken chart={chart} untaken={untaken} />
        )}
      </Card>
    </div>
  )
}
