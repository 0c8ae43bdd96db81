import { useMemo, useState } from 'react'
import { placeholdersIn } from '../../domain/core/placeholders.ts'
import { textsOfSetup } from '../../domain/monitors/browser-texts.ts'
import { useLocationName, useOpenLocations } from '../agents/use-location-name.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Field } from '../parts/form/Field.tsx'
import { type Pair, PairGrid } from '../parts/form/PairGrid.tsx'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { evidenceOf, type Result } from '../results/full-result.ts'
import { useFullResult } from '../results/ResultScreen.tsx'
import { ResultParts, Waiting } from '../results/ResultView.tsx'
import { resultColumns } from '../results/result-columns.tsx'
import { resultTitle } from '../results/result-words.ts'
import classes from './form.module.css'
import { formOf } from './monitor-form.ts'
import type { Monitor } from './monitor-list.ts'
import { secretRuleOf } from './named-pairs.ts'
import { variablesOf } from './request-preview.ts'

const LONGEST_DELAY_S = 86_400

const delayProblem = (text: string): string | null => {
  const seconds = Number(text)
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= LONGEST_DELAY_S
    ? null
    : 'The delay must be a whole number of seconds from 0 to 86400.'
}

const readBy = (monitor: Monitor): readonly string[] =>
  monitor.type === 'api'
    ? variablesOf(formOf(monitor, { meta: {}, conditions: [] }).request)
    : placeholdersIn([monitor.setup.url, ...textsOfSetup(monitor.setup)].join('\n'))

/** The variables that a monitor reads, those that it keeps secret marked as secret. */
const variablesToGive = (monitor: Monitor): Pair[] => {
  const { variables = [] } = monitor.type === 'api' ? monitor.request : monitor.setup
  const isSecret = (name: string) => variables.some(({ key, secret }) => key === name && secret === true)
  return readBy(monitor).map((name) => ({ name, value: '', ...(isSecret(name) && { secret: true }) }))
}

const RunForm = ({ monitor }: { monitor: Monitor }) => {
  const { params } = useCurrentRoute()
  const locations = useOpenLocations()
  const [location, setLocation] = useState(params.locationId === 'default' ? '' : (params.locationId ?? ''))
  const [delay, setDelay] = useState('0')
  const [variables, setVariables] = useState<readonly Pair[]>(() => variablesToGive(monitor))
  const given = variables.filter(({ name, value }) => name !== '' && value !== '')
  const secret = given.filter((pair) => pair.secret).map(({ name }) => name)
  const problem = delayProblem(delay)
  const args = {
    monitor: monitor.id,
    ...(location !== '' && { location }),
    ...(problem === null && Number(delay) > 0 && { delay: Number(delay) }),
    ...(given.length > 0 && { set: Object.fromEntries(given.map(({ name, value }) => [name, value])) }),
    ...(secret.length > 0 && { secret }),
  }
  return (
    <Card title="Run" sub="once, now">
      <div className="stack">
        <div className={classes.pair}>
          <Field label="Location">
            <Select
              value={location}
              onValue={setLocation}
              options={[
                { value: '', label: 'Default location' },
                ...locations.map(({ id, name, online }) => ({ value: id, label: online ? name : `${name} (offline)` })),
              ]}
            />
          </Field>
          <Field label="Delay, seconds" error={problem}>
            <TextInput value={delay} onValue={setDelay} inputMode="numeric" />
          </Field>
        </div>
        <div className="stack">
          <h3>Variables for this run</h3>
          <PairGrid kind="variable" pairs={variables} onPairs={setVariables} secretRule={secretRuleOf} />
          {variables.length > 0 && (
            <p className="muted small">Without a value, the run uses the one stored with the monitor.</p>
          )}
        </div>
        <p>
          <Act
            command="monitor.run"
            args={args}
            kind="secondary"
            icon="play"
            label="Run with these values"
            hint={false}
          />
        </p>
      </div>
    </Card>
  )
}

/** A run as it goes: what is awaited, and then all that came of it. */
const Followed = ({ resultId }: { resultId: string }) => {
  const { data } = useFullResult(resultId)
  if (!data) return null
  if (data.result_category === 'QUEUED') return <Waiting result={data} />
  return (
    <>
      <p className="row" role="status">
        <Badge category={data.result_category} look="soft" />
        <strong>{resultTitle(data)}</strong>
        <Go to="result" params={{ resultId }} kind="text">
          Open this result
        </Go>
      </p>
      <ResultParts result={data} evidence={evidenceOf(data)} />
    </>
  )
}

const isOnDemand = ({ meta }: Result): boolean => meta !== undefined && meta.trigger !== 'schedule'

/** Runs of this monitor that somebody asked for, those that wait first. */
const useOnDemandRuns = (callId: string): { runs: readonly Result[]; isThere: boolean } => {
  const params = { id: callId }
  const queued = useResource('result.list-of-call', { params, query: { limit: 20, result_category: 'QUEUED' } })
  const settled = useResource('result.list-of-call', { params, query: { limit: 100 } })
  return useMemo(() => {
    const done = new Set(settled.data?.results.map(({ id }) => id))
    const waiting = (queued.data?.results ?? []).filter(({ id }) => !done.has(id))
    const runs = [...waiting, ...(settled.data?.results ?? [])].filter(isOnDemand)
    return { runs, isThere: settled.data !== undefined }
  }, [queued.data, settled.data])
}

/** Running a monitor by hand, and watching what comes of it. */
export const MonitorRun = ({ monitor }: { monitor: Monitor }) => {
  const locationName = useLocationName()
  const { runs, isThere } = useOnDemandRuns(monitor.id)
  const columns = useMemo(() => resultColumns({ withMonitor: false, locationName }), [locationName])
  const [newest, ...earlier] = runs
  return (
    <div className={classes.run}>
      <RunForm monitor={monitor} />
      {newest && <Followed resultId={newest.id} />}
      {isThere && !newest && (
        <Card label="Runs on demand">
          <EmptyState title="No manual run lately" line={`run monitor ${JSON.stringify(monitor.meta.name)}`}>
            A run on demand calls the address once and shows its progress and result here.
          </EmptyState>
        </Card>
      )}
      {earlier.length > 0 && (
        <Card title="Earlier runs on demand" flush>
          <Table
            label="Earlier runs on demand"
            columns={columns}
            rows={earlier.slice(0, 20)}
            rowId={({ id }) => id}
            rowName={({ created }) => created}
          />
        </Card>
      )}
    </div>
  )
}
