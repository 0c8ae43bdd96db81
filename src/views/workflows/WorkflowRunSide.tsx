import { useLocationName } from '../agents/use-location-name.ts'
import { useResource } from '../core/use-resource.ts'
import { Go } from '../parts/act/Go.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Time } from '../parts/text/Time.tsx'
import { VariablesCard } from '../results/ResultSummary.tsx'
import { startedBy } from '../results/result-words.ts'
import { AgentLog } from './AgentLog.tsx'
import classes from './workflow-result.module.css'
import type { WorkflowResult } from './workflow-result.ts'

/** What started a run: a schedule by its name, a person or an API key. */
const StartedBy = ({ meta }: Pick<WorkflowResult, 'meta'>) => {
  const { data } = useResource('schedule.list', meta.schedule_id === null ? null : {})
  if (meta.schedule_id === null) return startedBy(meta.trigger)
  const name = data?.data.find(({ id }) => id === meta.schedule_id)?.name
  if (name === undefined) return 'A schedule'
  return (
    <Go to="schedule" params={{ scheduleId: meta.schedule_id }} kind="text">
      {name}
    </Go>
  )
}

const Attempts = ({ result: { id: shown, attempts = [] } }: { result: WorkflowResult }) =>
  attempts.length < 2 ? null : (
    <Card title="Attempts" sub={`${attempts.length}`}>
      <ol className={classes.attempts}>
        {attempts.map(({ id, attempt, result_category, created }) => (
          <li key={id} aria-current={id === shown || undefined}>
            <Badge category={result_category} look="plain" />
            {id === shown ? (
              <span>{`Attempt ${attempt + 1}, this one`}</span>
            ) : (
              <Go to="workflow-result" params={{ workflowResultId: id }} kind="text">{`Attempt ${attempt + 1}`}</Go>
            )}
            <span className="muted">
              <Time at={created} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )

/** Why a run took place, where and when, the variables it ended with, and its log. */
export const WorkflowRunSide = ({ result }: { result: WorkflowResult }) => {
  const locationName = useLocationName()
  const { meta, timing, steps, messages = [] } = result
  return (
    <aside className={`stack ${classes.side}`} aria-label="Run details">
      <Card title="Run">
        <KeyValues
          items={[
            { name: 'Started by', value: <StartedBy meta={meta} /> },
            ...(meta.attempt > 0 ? [{ name: 'Attempt', value: meta.attempt + 1 }] : []),
            ...(meta.ignored_in_stats ? [{ name: 'Statistics', value: 'Excluded' }] : []),
            ...(meta.in_downtime ? [{ name: 'Downtime', value: 'It was due in a downtime.' }] : []),
            { name: 'Location', value: locationName(meta.location_id) },
            { name: 'Due', value: <Time at={meta.due} as="full" /> },
            { name: 'Started', value: <Time at={meta.started} as="full" /> },
            { name: 'Ended', value: meta.ended && <Time at={meta.ended} as="full" /> },
            { name: 'Time of all steps', value: meta.ended && formats.latency(timing.total) },
            { name: 'Steps run', value: formats.count(steps.run) },
            { name: 'Steps skipped', value: formats.count(steps.skipped) },
            { name: 'Result id', value: result.id, mono: true },
          ]}
        />
      </Card>
      <Attempts result={result} />
      <VariablesCard variables={result.variables} />
      <AgentLog messages={messages} />
    </aside>
  )
}
