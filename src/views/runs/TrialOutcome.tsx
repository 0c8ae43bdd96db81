import { useState } from 'react'
import { sentenceOfTrial, type Trial } from '../../commands/runs/trials.ts'
import { reasonWords } from '../../domain/results/reason-words.ts'
import { useLocationName } from '../agents/use-location-name.ts'
import { phaseWords, wirePhases } from '../parts/chart/wire-phases.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { Code } from '../parts/text/Code.tsx'
import { formats } from '../parts/text/format.ts'
import { pretty } from '../parts/text/highlight.ts'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { Spinner } from '../parts/text/Spinner.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import { failedConditions, measured } from '../results/result-words.ts'
import { BrowserOutcome } from './BrowserOutcome.tsx'
import classes from './trial.module.css'

type Outcome = NonNullable<Trial['outcome']>

const MOST_BODY_CHARACTERS = 4_000

type TrialOutcomeProps = {
  /** A trial is under way: its state, and the location that it waits for; empty where the server chooses one. */
  readonly trying: boolean
  readonly state: Trial['state']
  readonly locationId: string
  /** The last trial; null before the first. */
  readonly trial: Trial | null
  /** The request was changed since. */
  readonly isOld: boolean
  /** What an agent does once it has the run. */
  readonly doing?: string
}

/** A trial from its start to its outcome. */
export const TrialOutcome = ({ trying, state, locationId, trial, isOld, doing = CALLS }: TrialOutcomeProps) => (
  <>
    <p className="sr" role="status">
      {!trying && trial ? sentenceOfTrial(trial) : ''}
    </p>
    <div className={classes.outcome}>
      {trying ? (
        <UnderWay state={state} locationId={locationId} doing={doing} />
      ) : trial?.outcome ? (
        <Came trial={trial} outcome={trial.outcome} isOld={isOld} />
      ) : trial ? (
        <Notice kind="warning" title="No agent picked up the run within a minute">
          Check that an agent is running at this location, choose another one, or try again.
        </Notice>
      ) : (
        <p className="muted">
          {doing === CALLS ? 'Calls the address once and shows the response.' : `${doing} once, and shows the outcome.`}{' '}
          Nothing is stored.
        </p>
      )}
    </div>
  </>
)

const CALLS = 'Looks the address up, connects and calls'

const UnderWay = ({ state, locationId, doing }: { state: Trial['state']; locationId: string; doing: string }) => {
  const locationName = useLocationName()
  const [startedMs] = useState(Date.now)
  const elapsed = useTicking((now) => formats.span(Math.max(0, now - startedMs)))
  const steps = [
    {
      words: locationId === '' ? 'Waits for an agent' : `Waits for an agent at ${locationName(locationId)}`,
      isOver: state !== 'queued',
    },
    { words: doing, isOver: false },
  ]
  const now = steps.findIndex(({ isOver }) => !isOver)
  return (
    <ol className={classes.under}>
      {steps.map(({ words }, index) => (
        <li key={words} className={index > now ? 'muted' : undefined}>
          <span className={classes.mark}>{index === now && <Spinner small />}</span>
          {words}
          {index === now && <span className="muted">{elapsed}</span>}
        </li>
      ))}
    </ol>
  )
}

const Came = (props: { trial: Trial; outcome: Outcome; isOld: boolean }) => {
  const { trial, outcome, isOld } = props
  const { browser } = outcome.detail
  return (
    <>
      {browser ? (
        <BrowserOutcome trial={trial} outcome={outcome} browser={browser} />
      ) : (
        <CallOutcome trial={trial} outcome={outcome} />
      )}
      {isOld && (
        <p className="muted">{`You have changed the ${browser ? 'browser test' : 'request or its conditions'} since this run.`}</p>
      )}
    </>
  )
}

const CallOutcome = ({ trial, outcome }: { trial: Trial; outcome: Outcome }) => {
  const locationName = useLocationName()
  const { response, exception, conditions } = outcome.detail
  const failed = failedConditions(conditions)
  return (
    <>
      <Badge category={outcome.result_category} look="soft" />
      <KeyValues
        items={[
          { name: 'Status', value: response ? `${response.status_code} ${response.status_string}` : 'No answer' },
          { name: 'From', value: locationName(trial.location_id) },
          { name: 'Total', value: formats.latency(outcome.timing.total) },
        ]}
      />
      <MiniPhases timing={outcome.timing} />
      {outcome.result_category !== 'PASS' && failed.length === 0 && (
        <p className={classes.why}>{exception ?? `It ${reasonWords(outcome.result, outcome.http_code)}.`}</p>
      )}
      {failed.map((condition) => (
        <p key={condition.id} className={classes.why}>
          Not met: {condition.name}. It was{' '}
          {condition.actual === null ? 'missing' : measured(condition.actual, condition, false)}.
        </p>
      ))}
      {response?.body && response.body_encoding === 'text' && (
        <Code
          label="Response body"
          short
          language="json"
          text={pretty(response.body, 'json').slice(0, MOST_BODY_CHARACTERS)}
        />
      )}
    </>
  )
}

/** Phases as one bar; screen readers and the tooltip get the words. */
const MiniPhases = ({ timing: { handshake, ...phases } }: { timing: Outcome['timing'] }) => {
  const { bars, totalMs } = wirePhases({ ...phases, tls: handshake })
  const words = bars
    .filter(({ ms }) => (ms ?? 0) > 0)
    .map(({ phase, ms }) => `${phaseWords[phase]} ${formats.phase(ms)}`)
    .join(', ')
  if (totalMs === 0) return null
  return (
    <div className={classes.mini} role="img" aria-label={words} title={words}>
      {bars.map(({ phase, share }) =>
        share > 0 ? <i key={phase} style={{ flex: share, background: `var(--phase-${phase})` }} /> : null,
      )}
    </div>
  )
}
