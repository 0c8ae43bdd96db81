import { PHASES, phaseWords, wirePhases } from '../parts/chart/wire-phases.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import classes from './workflow-result.module.css'
import { isSkipped, type StepResult } from './workflow-result.ts'

const TICKS = [0, 0.25, 0.5, 0.75, 1]

type Timing = NonNullable<StepResult['timing']>
type Bar = { readonly start: number; readonly share: number; readonly timing: Timing | null; readonly startMs: number }

/** Where the bar of each step stands, as fractions of the whole run; null for a step that did not run. */
const barsOf = (steps: readonly StepResult[]): { readonly bars: readonly (Bar | null)[]; readonly wholeMs: number } => {
  const begun = steps.flatMap(({ started }) => (started === null ? [] : [Date.parse(started)]))
  const first = Math.min(...begun)
  const endOf = ({ started, response_time: ms }: StepResult) => (started === null ? first : Date.parse(started) + ms)
  const wholeMs = begun.length === 0 ? 0 : Math.max(1, Math.max(...steps.map(endOf)) - first)
  const bars = steps.map(({ started, response_time: ms, timing }) => {
    if (started === null || wholeMs === 0) return null
    const startMs = Date.parse(started) - first
    return { start: startMs / wholeMs, share: ms / wholeMs, timing: timing ?? null, startMs }
  })
  return { bars, wholeMs }
}

const Segments = ({ timing }: { timing: Timing | null }) => {
  if (timing === null) return <i className={classes.segment} style={{ flex: 1 }} />
  const { handshake, ...phases } = timing
  return wirePhases({ ...phases, tls: handshake }).bars.map(({ phase, share }) =>
    share > 0 ? (
      <i key={phase} className={classes.segment} style={{ flex: share, background: `var(--phase-${phase})` }} />
    ) : null,
  )
}

/** Steps of a run over time: a bar for each step, split by phase. The table tells screen readers the same. */
export const StepWaterfall = ({ steps }: { steps: readonly StepResult[] }) => {
  const { bars, wholeMs } = barsOf(steps)
  return (
    <Card title="Steps over time" sub={`${formats.latency(wholeMs)} from first to last`}>
      <table className={classes.waterfall} aria-label="Steps over time">
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col" className={classes.resultHead}>
              <span className="sr">Result</span>
            </th>
            <th scope="col" className={classes.scaleHead}>
              <span className={classes.scale} aria-hidden="true">
                {TICKS.map((share) => (
                  <span key={share}>{formats.milliseconds(wholeMs * share)}</span>
                ))}
              </span>
              <span className="sr">Starts after</span>
            </th>
            <th scope="col" className={classes.timeHead}>
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step, at) => {
            const bar = bars[at]
            return (
              <tr key={step.index} data-skipped={isSkipped(step) || undefined}>
                <th scope="row">
                  <span className="trunc">{`${step.index + 1}. ${step.name}`}</span>
                </th>
                <td className={classes.resultCell}>
                  <Badge category={step.result_category} />
                </td>
                <td>
                  <span className="sr">{bar ? formats.phase(bar.startMs) : 'did not run'}</span>
                  <span className={classes.track} aria-hidden="true">
                    {bar && (
                      <span
                        className={classes.bar}
                        style={{
                          insetInlineStart: `min(${bar.start * 100}%, 100% - 3px)`,
                          inlineSize: `${bar.share * 100}%`,
                        }}
                      >
                        <Segments timing={bar.timing} />
                      </span>
                    )}
                  </span>
                </td>
                <td className={classes.time}>{bar ? formats.phase(step.response_time) : '—'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <ul className={classes.key} aria-hidden="true">
        {PHASES.map((phase) => (
          <li key={phase}>
            <i style={{ background: `var(--phase-${phase})` }} />
            {phaseWords[phase]}
          </li>
        ))}
      </ul>
    </Card>
  )
}
