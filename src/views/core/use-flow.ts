import { type useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { ActorRefFrom, AnyStateMachine, InputFrom, SnapshotFrom } from 'xstate'
import { useChart, useSecretChart } from './use-chart.ts'

type Flow<Machine extends AnyStateMachine> = {
  readonly ref: ActorRefFrom<Machine>
  readonly snapshot: SnapshotFrom<Machine>
}

const flowWith =
  (useOne: typeof useActorRef) =>
  <Machine extends AnyStateMachine>(machine: Machine, input: InputFrom<Machine>): Flow<Machine> => {
    // Options are required or not depending on the machine's input, which TypeScript cannot tell for a parameter.
    const options: Parameters<typeof useActorRef<AnyStateMachine>>[1] = { id: machine.id, input }
    const ref = useOne<AnyStateMachine>(machine, options) as ActorRefFrom<Machine>
    const snapshot = useSelector(ref, (one) => one) as SnapshotFrom<Machine>
    return useMemo(() => ({ ref, snapshot }), [ref, snapshot])
  }

/** A flow of a screen, with its snapshot: a chart that runs for as long as its part of the screen is shown. */
export const useFlow = flowWith(useChart)

/** A flow whose data are passwords or codes. */
export const useSecretFlow = flowWith(useSecretChart)
