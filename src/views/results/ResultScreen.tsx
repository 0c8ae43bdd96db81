import { useCallback, useRef, useState } from 'react'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { usePoll } from '../core/use-poll.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { useWorld } from '../core/use-world.ts'
import { Gone } from '../kit/detail/Gone.tsx'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { evidenceOf, type Result } from './full-result.ts'
import { ResultView } from './ResultView.tsx'

/** A queued run is fetched this often, in case the live stream is away. */
const POLL_MS = 5_000
/** The agent sends a long body and pictures after their result: what is not here after this many looks does not come. */
const BODY_LOOKS = { everyMs: 2_000, most: 60 }

/** Whether the end of a long body may still be on its way. */
const awaitsBody = (result: Result | undefined): boolean =>
  result !== undefined && result.stored_body === null && evidenceOf(result).response?.truncated === true

/** Whether pictures of a browser test may still be on their way. */
const awaitsPictures = (result: Result | undefined): boolean => (result?.browser?.pictures_left ?? 0) > 0

/** One result with all that is kept of it; read again until the run is over, its long body and its pictures are here, and no further attempt of it is queued. */
export const useFullResult = (resultId: string | null) => {
  const full = useResource(
    'result.read',
    resultId === null ? null : { params: { id: resultId }, query: { mode: 'full' } },
  )
  const { data, refetch } = full
  const isQueued =
    data?.result_category === 'QUEUED' || data?.attempts?.some((one) => one.result_category === 'QUEUED') === true
  usePoll(isQueued, refetch, POLL_MS)
  const [looks, setLooks] = useState({ at: resultId, count: 0 })
  const count = looks.at === resultId ? looks.count : 0
  const look = useCallback(() => {
    setLooks((before) => ({ at: resultId, count: before.at === resultId ? before.count + 1 : 1 }))
    refetch()
  }, [resultId, refetch])
  usePoll((awaitsBody(data) || awaitsPictures(data)) && count < BODY_LOOKS.most, look, BODY_LOOKS.everyMs)
  return full
}

const neighbour = (result: Result | undefined, step: 'PREVIOUS' | 'NEXT'): string | null =>
  (step === 'PREVIOUS' ? result?.previous_id : result?.next_id) ?? null

/** What one run came to. */
const ResultScreen = () => {
  const world = useWorld()
  const { params } = useCurrentRoute()
  const { resultId = '' } = params
  const { data, status, error, refetch } = useFullResult(resultId)
  useTitle(data?.test)
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type !== 'PREVIOUS' && type !== 'NEXT') return
        const id = neighbour(data, type)
        if (id === null) world.tell(type === 'PREVIOUS' ? 'This is the first result.' : 'This is the newest result.')
        else world.go('result', { resultId: id })
      },
      [world, data],
    ),
  )
  const slow = useSlow(status === 'pending' && !data)
  const wasThere = useRef<string | null>(null)
  if (data) wasThere.current = resultId
  if (!data) {
    if (wasThere.current === resultId && status === 'notSet')
      return <Gone sentence="The monitor of this result was deleted." back={{ to: 'results', label: 'All results' }} />
    if (error) return <LoadError page error={error} refetch={refetch} back={{ to: 'results', label: 'All results' }} />
    return slow ? <Loading label="Result" /> : null
  }
  return <ResultView result={data} />
}

export default ResultScreen
