import { useMemo } from 'react'
import { alertMachine } from '../../../machines/alerts/alert.ts'
import { START } from '../../../machines/alerts/alert-chart.ts'
import { StateChart } from '../kit/chart/StateChart.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import classes from './alerts.module.css'
import { type Decision, transitionLabel, unchangedLabel } from './decision-words.ts'

/** How a decision went through the alert's chart, and what had been counted by then. */
export const AlertPath = ({ decision }: { decision: Decision }) => {
  const { path, counted_before, counted, needed } = decision
  const snapshot = useMemo(() => alertMachine.resolveState({ value: path.to, context: START }), [path.to])
  const stays = path.from === path.to
  return (
    <div className={classes.path}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than its room it is scrolled, also by keyboard. */}
      <section className={classes.chart} tabIndex={0} aria-label="Path through the state chart">
        <StateChart
          snapshot={snapshot}
          name="this alert"
          state={path.to}
          newest={stays ? undefined : { event: path.event, from: path.from, to: path.to }}
          wordsFor={transitionLabel}
          stay={stays ? unchangedLabel(decision) : undefined}
        />
      </section>
      <KeyValues
        items={
          decision.no_data
            ? [
                { name: 'Periods without a result', value: counted },
                { name: 'Waiting for', value: needed },
              ]
            : [
                { name: 'In a row before this result', value: counted_before },
                { name: 'With this result', value: counted },
                { name: 'Waiting for', value: needed },
              ]
        }
      />
    </div>
  )
}
