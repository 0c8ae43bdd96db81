import { useActorRef, useSelector } from '@xstate/react'
import { type AnyStateMachine, fromPromise } from 'xstate'

/** All charts of the product, which have examples. Loaded when they are asked for: few people look at them. */
export const allCharts = async (): Promise<readonly AnyStateMachine[]> => {
  const { examples } = await import('../../../machines/examples/examples.ts')
  return Object.values(examples).flatMap((ofChart) => ofChart.slice(0, 1).map(({ machine }) => machine))
}

const loading = fromPromise(allCharts)
const NONE: readonly AnyStateMachine[] = []

/** All charts of the product; none while they are loading. */
export const useCharts = (): readonly AnyStateMachine[] =>
  useSelector(useActorRef(loading), ({ output }) => output ?? NONE)
