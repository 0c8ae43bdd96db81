import { useLocationName } from '../agents/use-location-name.ts'
import { ResultAlerts } from '../alerts/ResultAlerts.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Waterfall } from '../parts/chart/Waterfall.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Spinner } from '../parts/text/Spinner.tsx'
import { Time } from '../parts/text/Time.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import { AttemptsCard } from './Attempts.tsx'
import { BrowserParts } from './BrowserParts.tsx'
import { type Evidence, evidenceOf, type Result } from './full-result.ts'
import { RequestCard, ResponseCard } from './HttpCards.tsx'
import { withoutDetails } from './kept-words.ts'
import { pagePhases, phaseTimes } from './page-phases.ts'
import { ConditionsCard, LogCard, RedirectsCard } from './ResultEvidence.tsx'
import { ConnectionCard, MonitorLink, ResultSummary, VariablesCard } from './ResultSummary.tsx'
import classes from './result.module.css'
import { isRunning, resultTitle, verdictOf } from './result-words.ts'

const Steps = ({ result }: { result: Result }) =>
  (result.previous_id || result.next_id) && (
    <span className={classes.steps}>
      {result.previous_id && (
        <Go
          to="result"
          params={{ resultId: result.previous_id }}
          kind="ghost"
          iconOnly
          icon="chevron-left"
          label="Previous result"
          current="never"
        />
      )}
      {result.next_id && (
        <Go
          to="result"
          params={{ resultId: result.next_id }}
          kind="ghost"
          iconOnly
          icon="chevron-right"
          label="Next result"
          current="never"
        />
      )}
    </span>
  )

const NOTICE_OF = {
  FAIL: 'fail',
  WARNING: 'warning',
  SLOW: 'warning',
  SKIPPED: 'info',
  PASS: 'info',
  QUEUED: 'info',
} as const

const VerdictNotice = ({ result }: { result: Result }) => {
  const verdict = verdictOf(result)
  if (!verdict) return null
  return (
    <Notice kind={NOTICE_OF[result.result_category]} title={verdict.title}>
      {verdict.text}
    </Notice>
  )
}

/** A run that has not begun or is not over: who has it, for how long, and what is awaited. */
export const Waiting = ({ result }: { result: Result }) => {
  const locationName = useLocationName()
  const running = isRunning(result)
  const since = useTicking((now) => formats.span(Math.max(0, now - Date.parse(result.created))))
  const where = locationName(result.location_id)
  return (
    <Card label="Waiting">
      <p className="row" role="status">
        <Spinner small />
        <span>
          {running ? `Running at ${where}, ${since} since it was due` : `Waiting for an agent at ${where}`}
          {!running && result.meta && (
            <>
              , due <Time at={result.meta.due} as="full" />
            </>
          )}
          . The result appears here.
        </span>
      </p>
    </Card>
  )
}

/** What a viewer may see of a result, and why it is no more. */
const SummaryOnly = ({ result }: { result: Result }) => {
  const locationName = useLocationName()
  return (
    <Card title="Summary">
      <div className="stack">
        <Notice kind="info">
          Your access level shows outcomes, not requests and responses. An owner of the project can change it.
        </Notice>
        <KeyValues
          items={[
            { name: 'Code', value: result.http_code },
            { name: 'Total time', value: formats.latency(result.response_time) },
            { name: 'Location', value: locationName(result.location_id) },
            { name: 'Time', value: <Time at={result.created} as="full" /> },
          ]}
        />
      </div>
    </Card>
  )
}

/** All that is kept of a run, in the order in which it happened. */
export const ResultParts = ({ result, evidence }: { result: Result; evidence: Evidence }) => (
  <div className="stack">
    {evidence.browser && <BrowserParts result={result} evidence={evidence} browser={evidence.browser} />}
    {result.timing && (
      <Waterfall
        {...(evidence.browser
          ? pagePhases(result.timing, evidence.browser)
          : { times: phaseTimes(result.timing), later: [] })}
        totalMs={result.timing.total}
        redirectMs={result.timing.redirect}
      />
    )}
    <ConditionsCard result={result} conditions={evidence.conditions} />
    <RedirectsCard redirects={evidence.redirects} />
    {evidence.browser ? null : evidence.request ? (
      <div className={classes.messages}>
        <RequestCard request={evidence.request} />
        <ResponseCard result={result} evidence={evidence} />
      </div>
    ) : (
      <Notice kind="info">{withoutDetails(result, 'The request and response of this run')}</Notice>
    )}
    <ResultAlerts resultId={result.id} />
    <LogCard evidence={evidence} />
  </div>
)

/** One result as a page. */
export const ResultView = ({ result }: { result: Result }) => {
  const locationName = useLocationName()
  const evidence = evidenceOf(result)
  const { result_category: category, id } = result
  const mayInspect = result.meta !== undefined
  return (
    <>
      <PageHead
        title={resultTitle(result)}
        badge={
          <>
            {!isRunning(result) && <Badge category={category} look="soft" />}
            {result.meta?.in_downtime && <Badge category="SKIPPED" word="In downtime" look="soft" />}
          </>
        }
        badgeFirst
        lead={
          <>
            <MonitorLink result={result} /> from {locationName(result.location_id)},{' '}
            <Time at={result.created} as="full" />
          </>
        }
        actions={
          <>
            <Steps result={result} />
            {mayInspect && category !== 'QUEUED' && evidence.browser === null && (
              <Act command="result.copy-curl" args={{ result: id }} icon="copy" />
            )}
            {mayInspect && category !== 'QUEUED' && evidence.browser === null && (
              <Act command="result.compare" args={{ result: id }} icon="changes" />
            )}
            {mayInspect && <Act command="result.run-again" args={{ result: id }} kind="primary" icon="play" />}
          </>
        }
      />
      <VerdictNotice result={result} />
      {category === 'QUEUED' && <Waiting result={result} />}
      {!mayInspect && category !== 'QUEUED' && <SummaryOnly result={result} />}
      {mayInspect && category !== 'QUEUED' && (
        <div className={classes.columns}>
          <ResultParts result={result} evidence={evidence} />
          <aside className={`stack ${classes.side}`} aria-label="Run details">
            <ResultSummary result={result} evidence={evidence} />
            <AttemptsCard result={result} />
            <VariablesCard variables={evidence.variables} />
            <ConnectionCard result={result} evidence={evidence} />
          </aside>
        </div>
      )}
    </>
  )
}
