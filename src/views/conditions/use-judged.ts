import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { fromCallback } from 'xstate'
import {
  type Judged as Answer,
  type JudgeTask,
  type JudgingEvent,
  judgingMachine,
  type Tried,
} from '../../../machines/conditions/judging.ts'
import { useApp } from '../core/app-context.ts'
import { useChart } from '../core/use-chart.ts'

/** The newest evaluation of edited conditions. */
export type Judged = {
  readonly answer: Answer | null
  /** The conditions that `answer` is about. */
  readonly tried: Tried | null
  readonly busy: boolean
  /** The browser could not load the part that evaluates conditions. */
  readonly unavailable: boolean
}

/** Evaluates conditions in a worker whenever they or the response change. */
export const useJudged = (tried: Tried): Judged => {
  const { judge } = useApp()
  const machine = useMemo(
    () =>
      judgingMachine.provide({
        actors: {
          judge: fromCallback<JudgingEvent, JudgeTask>(({ input, sendBack }) => judge(input, sendBack)),
        },
      }),
    [judge],
  )
  const ref = useChart(machine)
  useEffect(() => ref.send({ type: 'CHANGED', tried }), [ref, tried])
  const snapshot = useSelector(ref, (one) => one)
  return useMemo(
    () => ({
      answer: snapshot.context.judged,
      tried: snapshot.context.tried,
      busy: snapshot.hasTag('busy'),
      unavailable: snapshot.matches('unavailable'),
    }),
    [snapshot],
  )
}
