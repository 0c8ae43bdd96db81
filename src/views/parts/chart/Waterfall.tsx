import { Card } from '../text/Card.tsx'
import { formats } from '../text/format.ts'
import classes from './Waterfall.module.css'
import { type LaterPhase, type PhaseTimes, phaseWords, wirePhases } from './wire-phases.ts'

const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]
/** Below this total, whole milliseconds would give two ticks the same label. */
const FINE_BELOW_MS = 10
const percent = (part: number, whole: number): string => (whole > 0 ? `${Math.round((part / whole) * 100)} %` : '—')

type PhaseRowProps = {
  readonly words: string
  readonly colour: string
  readonly ms: number | null
  readonly start: number
  readonly share: number
}

const PhaseRow = ({ words, colour, ms, start, share }: PhaseRowProps) => (
  <div>
    <dt>{words}</dt>
    <dd className={classes.track} aria-hidden="true">
      {ms !== null && (
        <i
          style={{
            // Keeps a minimal bar of 3 px at the end within the track.
            insetInlineStart: `min(${start * 100}%, 100% - 3px)`,
            inlineSize: `${share * 100}%`,
            background: colour,
          }}
        />
      )}
    </dd>
    <dd className={classes.time}>{formats.phase(ms)}</dd>
  </div>
)

/** Waterfall of the phases of a run, or of the means of several, in wire order. */
export const Waterfall = ({
  times,
  later = [],
  totalMs,
  redirectMs = 0,
  title = 'Timing',
  of = 'in total',
}: {
  times: PhaseTimes
  later?: readonly LaterPhase[] | undefined
  totalMs?: number | null | undefined
  /** Time of the hops before the last request, whose phases these are. */
  redirectMs?: number | null | undefined
  title?: string
  /** Said after the total: "in total". */
  of?: string
}) => {
  const sums = wirePhases(times, later)
  const whole = totalMs ?? sums.totalMs
  const tick = sums.totalMs < FINE_BELOW_MS ? formats.fineMilliseconds : formats.milliseconds
  return (
    <Card
      title={title}
      sub={`${formats.latency(whole)} ${of}`}
      actions={
        <span className={`${classes.net} hide-s`}>
          Network {formats.latency(sums.networkMs)} ({percent(sums.networkMs, sums.totalMs)}), server{' '}
          {formats.latency(sums.serverMs)} ({percent(sums.serverMs, sums.totalMs)})
        </span>
      }
    >
      <div className={classes.scale} aria-hidden="true">
        {TICKS.map((share) => (
          <span key={share}>{tick(sums.totalMs * share)}</span>
        ))}
      </div>
      <dl className={classes.phases}>
        {sums.bars.map(({ phase, ...bar }) => (
          <PhaseRow key={phase} words={phaseWords[phase]} colour={`var(--phase-${phase})`} {...bar} />
        ))}
        {sums.after.map((bar, index) => (
          <PhaseRow key={bar.words} colour={`var(--series-${index + 3})`} {...bar} />
        ))}
        {redirectMs !== null && redirectMs > 0 && (
          <div>
            <dt>Redirects</dt>
            <dd className={classes.beside}>before the phases above</dd>
            <dd className={classes.time}>{formats.phase(redirectMs)}</dd>
          </div>
        )}
        <div className={classes.sum}>
          <dt>Total</dt>
          <dd aria-hidden="true" />
          <dd className={classes.time}>{formats.phase(whole)}</dd>
        </div>
      </dl>
    </Card>
  )
}
