import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import type { InspectionEvent } from 'xstate'
import { useApp } from './app-context.ts'
import type { Tape } from './tape.ts'

type Inspect = Tape['inspect']

/** Reports a chart once it runs: React may make one that it never shows. */
const onceRunning = (inspect: Inspect): Inspect => {
  let early: InspectionEvent[] | null = []
  return (event) => {
    if (early && event.type !== '@xstate.snapshot') early.push(event)
    else {
      const held = early ?? []
      early = null
      for (const each of [...held, event]) inspect(each)
    }
  }
}

/** Runs a chart for as long as its component is shown, recorded like the charts of the app. */
// A wrapper cannot repeat the types of `useActorRef`, which make its options optional for some machines only.
const chartWith = (inspector: 'inspect' | 'inspectSecret') =>
  ((machine: never, options?: object): unknown => {
    const { tape } = useApp()
    const inspect = useMemo(() => onceRunning(tape[inspector]), [tape])
    return useActorRef(machine, { ...options, inspect } as never)
  }) as typeof useActorRef

/** Runs a chart for as long as its component is shown. The debug screen shows it. */
export const useChart = chartWith('inspect')

/** Runs a chart whose data are passwords or codes: the debug screen shows its states and masks what is typed. */
export const useSecretChart = chartWith('inspectSecret')
