import { useCallback, useMemo } from 'react'
import { counted } from '../../commands/core/bulk-words.ts'
import { useLocationName } from '../agents/use-location-name.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { useWorld } from '../core/use-world.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Time } from '../parts/text/Time.tsx'
import { DifferenceRows } from './DifferenceRows.tsx'
import { bodyNote, bodyRows, factRows, headerRows, responseBodies } from './difference-words.ts'
import { type Evidence, evidenceOf, type Result } from './full-result.ts'
import { withoutDetails } from './kept-words.ts'
import { resultTitle } from './result-words.ts'

const full = (id: string | null | undefined) => (id ? { params: { id }, query: { mode: 'full' as const } } : null)

/** A response, or why there is none to compare. */
const missingOf = (result: Result, which: string): string | null => {
  const { request, response } = evidenceOf(result)
  if (response) return null
  if (request) return `${which} has no response.`
  return withoutDetails(result, `The request and response of ${which.toLowerCase()}`)
}

const Responses = ({ before, after }: { before: Result; after: Result }) => {
  const [left, right] = [evidenceOf(before).response, evidenceOf(after).response]
  const missing = missingOf(before, 'The last pass') ?? missingOf(after, 'This result')
  if (missing !== null || !left || !right) return <Notice kind="info">{missing}</Notice>
  return <Compared before={left} after={right} />
}

type Response = NonNullable<Evidence['response']>

const Compared = ({ before, after }: { before: Response; after: Response }) => {
  const headers = useMemo(() => headerRows(before.headers, after.headers), [before, after])
  const body = useMemo(() => responseBodies(before, after), [before, after])
  const rows = useMemo(() => bodyRows(body), [body])
  const note = bodyNote(body)
  return (
    <>
      <Card title="Body" sub={rows.length > 0 ? counted(rows.length, 'difference') : undefined} flush={rows.length > 0}>
        {note !== null && (rows.length > 0 ? <Notice kind="info">{note}</Notice> : <p className="muted">{note}</p>)}
        {rows.length > 0 && <DifferenceRows label="Differences of the bodies" what="Place" rows={rows} />}
      </Card>
      <Card
        title="Response headers"
        sub={headers.length > 0 ? counted(headers.length, 'difference') : undefined}
        flush={headers.length > 0}
      >
        {headers.length > 0 ? (
          <DifferenceRows label="Differences of the headers" what="Header" rows={headers} />
        ) : (
          <p className="muted">The headers are equal.</p>
        )}
      </Card>
    </>
  )
}

/** The differences between a result and the last one of its monitor that passed. */
const ResultDifferenceScreen = () => {
  const world = useWorld()
  const locationName = useLocationName()
  const { params, search } = useCurrentRoute()
  const { resultId = '' } = params
  const shown = useResource('result.read', full(resultId))
  const last = useResource('result.last-pass', search.with ? null : { params: { id: resultId } })
  const lastId = search.with ?? last.data?.last_pass?.id
  const other = useResource('result.read', full(lastId))
  useTitle(shown.data?.test)
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type !== 'PREVIOUS' && type !== 'NEXT') return
        const id = (type === 'PREVIOUS' ? shown.data?.previous_id : shown.data?.next_id) ?? null
        if (id === null) world.tell(type === 'PREVIOUS' ? 'This is the first result.' : 'This is the newest result.')
        else world.go('result-difference', { resultId: id })
      },
      [world, shown.data],
    ),
  )
  const failed = [shown, last, other].find(({ error, data }) => error && !data)
  const isLoading = !failed && (!shown.data || (last.data?.last_pass !== null && !other.data))
  const slow = useSlow(isLoading)
  if (failed?.error)
    return (
      <LoadError page error={failed.error} refetch={failed.refetch} back={{ to: 'results', label: 'All results' }} />
    )
  if (isLoading || !shown.data) return slow ? <Loading label="Difference" /> : null
  const result = shown.data
  const head = (
    <PageHead
      title={`${resultTitle(result)}: difference`}
      badge={<Badge category={result.result_category} look="soft" />}
      badgeFirst
      lead={
        <>
          {result.test}, <Time at={result.created} as="full" />
          {other.data && (
            <>
              , against{' '}
              <Go to="result" params={{ resultId: other.data.id }} kind="text">
                {search.with ? 'another result' : 'the last pass'}
              </Go>{' '}
              <Time at={other.data.created} as="full" /> from {locationName(other.data.location_id)}
            </>
          )}
        </>
      }
      actions={
        <>
          <Go to="result" params={{ resultId }} kind="secondary" icon="results">
            Open result
          </Go>
          <Act command="result.run-again" args={{ result: resultId }} kind="secondary" icon="play" />
        </>
      }
    />
  )
  if (!other.data)
    return (
      <>
        {head}
        <Card label="Difference">
          <EmptyState title="Nothing to compare with">
            {`No earlier result of this monitor passed within the ${result.detail_days ?? 30} days for which responses are kept.`}
          </EmptyState>
        </Card>
      </>
    )
  const facts = factRows(other.data, result, locationName)
  return (
    <>
      {head}
      <div className="stack">
        <Card title="Figures" flush={facts.length > 0}>
          {facts.length > 0 ? (
            <DifferenceRows label="Differences of the figures" what="Figure" rows={facts} />
          ) : (
            <p className="muted">The figures are equal.</p>
          )}
        </Card>
        <Responses before={other.data} after={result} />
      </div>
    </>
  )
}

export default ResultDifferenceScreen
