import { useCallback } from 'react'
import { useLocationName } from '../agents/use-location-name.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { usePoll } from '../core/use-poll.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { useWorld } from '../core/use-world.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Spinner } from '../parts/text/Spinner.tsx'
import { Time } from '../parts/text/Time.tsx'
import { StepDetails } from './StepDetails.tsx'
import { StepWaterfall } from './StepWaterfall.tsx'
import { WorkflowRunSide } from './WorkflowRunSide.tsx'
import classes from './workflow-result.module.css'
import { explanationOf, isOpen, titleOf, type WorkflowResult } from './workflow-result.ts'

/** A run under way is fetched this often, in case the live stream is away. */
const POLL_MS = 2_000

const Neighbours = ({ result: { previous_id: previous, next_id: next } }: { result: WorkflowResult }) => (
  <span className={classes.neighbours}>
    {previous && (
      <Go
        to="workflow-result"
        params={{ workflowResultId: previous }}
        kind="ghost"
        iconOnly
        icon="chevron-left"
        label="Previous result"
        current="never"
      />
    )}
    {next && (
      <Go
        to="workflow-result"
        params={{ workflowResultId: next }}
        kind="ghost"
        iconOnly
        icon="chevron-right"
        label="Next result"
        current="never"
      />
    )}
  </span>
)

/** A run that is not over: what is awaited, and the steps it is to take. */
const UnderWay = ({ result: { meta } }: { result: WorkflowResult }) => {
  const locationName = useLocationName()
  const { data } = useResource('workflow.read', { params: { id: meta.workflow_id } })
  const { data: monitors } = useResource('monitor.list', {})
  const names = new Map((monitors?.data ?? []).map(({ id, meta: { name } }) => [id, name]))
  const steps = data?.workflow.call_ids ?? []
  return (
    <Card label="Under way">
      <div className="stack">
        <p className="row" role="status">
          <Spinner small />
          <span>
            {meta.status === 'RUNNING'
              ? `Runs at ${locationName(meta.location_id)}. `
              : `Waits for an agent at ${locationName(meta.location_id)}. `}
            The results of all steps are shown here as soon as the last one is over.
          </span>
        </p>
        <ol className={classes.awaited}>
          {steps.map((id, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a monitor may be several steps; their order is their identity
            <li key={index}>{`${index + 1}. ${names.get(id) ?? id}`}</li>
          ))}
        </ol>
      </div>
    </Card>
  )
}

const ResultView = ({ result }: { result: WorkflowResult }) => {
  const locationName = useLocationName()
  const { meta, results: steps = [] } = result
  const explanation = explanationOf(result)
  const open = isOpen(result)
  return (
    <>
      <PageHead
        title={titleOf(result)}
        badge={
          <>
            <Badge category={meta.result_category} look="soft" />
            {meta.in_downtime && <Badge category="SKIPPED" word="In downtime" look="soft" />}
          </>
        }
        badgeFirst
        lead={
          <>
            <Go to="workflow" params={{ workflowId: meta.workflow_id }} kind="text">
              {meta.name}
            </Go>{' '}
            from {locationName(meta.location_id)}, <Time at={meta.started} as="full" />
          </>
        }
        actions={
          <>
            <Neighbours result={result} />
            {!open && (
              <Act
                command="workflow.run"
                args={{ workflow: meta.workflow_id, location: meta.location_id }}
                kind="primary"
                icon="play"
                label="Run again"
                hint={false}
              />
            )}
          </>
        }
      />
      {explanation && (
        <Notice kind="fail" title={explanation.title}>
          {explanation.text}
        </Notice>
      )}
      {open ? (
        <UnderWay result={result} />
      ) : (
        <div className={classes.columns}>
          <div className="stack">
            {steps.length > 0 && <StepWaterfall steps={steps} />}
            {steps.length > 0 ? (
              <StepDetails steps={steps} />
            ) : (
              <Card label="Steps">
                <p className="muted">No step of this run is stored.</p>
              </Card>
            )}
          </div>
          <WorkflowRunSide result={result} />
        </div>
      )}
    </>
  )
}

/** One run of a workflow with its steps; fetched again until it is over. */
const WorkflowResultScreen = () => {
  const world = useWorld()
  const { params } = useCurrentRoute()
  const { workflowResultId: id = '' } = params
  const { data, status, error, refetch } = useResource('workflow.result', { params: { id } })
  const isAwaited =
    data !== undefined && (isOpen(data) || data.attempts?.some((one) => one.result_category === 'QUEUED'))
  usePoll(isAwaited === true, refetch, POLL_MS)
  useTitle(data?.meta.name)
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type !== 'PREVIOUS' && type !== 'NEXT') return
        const next = type === 'PREVIOUS' ? data?.previous_id : data?.next_id
        if (next) world.go('workflow-result', { workflowResultId: next })
        else world.tell(type === 'PREVIOUS' ? 'This is the first result.' : 'This is the newest result.')
      },
      [world, data],
    ),
  )
  const slow = useSlow(status === 'pending' && !data)
  if (!data) {
    if (error)
      return <LoadError page error={error} refetch={refetch} back={{ to: 'workflows', label: 'All workflows' }} />
    return slow ? <Loading label="Workflow result" /> : null
  }
  return <ResultView key={id} result={data} />
}

export default WorkflowResultScreen
