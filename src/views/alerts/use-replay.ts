import { useSelector } from '@xstate/react'
import { useCallback, useMemo, useRef } from 'react'
import { fromCallback } from 'xstate'
import {
  type ReplayContext,
  type ReplayEvent,
  type ReplayRequest,
  replayMachine,
} from '../../../machines/alerts/replay.ts'
import { useApp } from '../core/app-context.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useChart } from '../core/use-chart.ts'

export type Replayed = ReplayContext & {
  readonly busy: boolean
  /** Other replays come first. */
  readonly waiting: boolean
  readonly cancelled: boolean
}

/** Replays the rule that a screen shows, when a command asks for it. `request` is read at that moment. */
export const useReplay = (request: ReplayRequest): Replayed => {
  const { replay } = useApp()
  const machine = useMemo(
    () =>
      replayMachine.provide({
        actors: {
          replay: fromCallback<ReplayEvent, { request: ReplayRequest }>(({ input, sendBack }) =>
            replay(input.request, sendBack),
          ),
        },
      }),
    [replay],
  )
  const ref = useChart(machine)
  const newest = useRef(request)
  newest.current = request
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'REPLAY') ref.send({ type, request: newest.current })
        else if (type === 'STOP_REPLAY') ref.send({ type: 'CANCEL' })
      },
      [ref],
    ),
  )
  const snapshot = useSelector(ref, (one) => one)
  return useMemo(
    () => ({
      ...snapshot.context,
      busy: snapshot.hasTag('busy'),
      waiting: snapshot.matches({ running: 'waiting' }),
      cancelled: snapshot.matches('cancelled'),
    }),
    [snapshot],
  )
}
