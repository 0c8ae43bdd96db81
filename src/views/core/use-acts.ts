import { shallowEqual, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Given } from '../../../machines/commanding.ts'
import type { Acts } from '../parts/act/acts.ts'
import type { CommandRunner } from './command-runner.ts'
import { useMachine } from './machines-of.ts'
import { useCurrentRoute } from './use-current-route.ts'

const isShown = ({ isShown }: Given): boolean => isShown

/**
 * Commands as used by buttons: a new object whenever one of them may look different, so that buttons render then and
 * only then. The list cursor is left out: it moves with every key and does not change any button.
 */
export const useActsOf = (commandRunner: CommandRunner, selected: number): Acts => {
  // Opening the console, or moving the cursor, shows on no button.
  const running = useSelector(commandRunner.ref, ({ context }) => context.running.filter(isShown), shallowEqual)
  const place = useCurrentRoute()
  const session = useMachine('sign-in', (snapshot) => snapshot?.value)
  const project = useMachine('project', (snapshot) => snapshot?.context.current)
  const preferences = useMachine('preferences', (snapshot) => snapshot?.context)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the facts are read from at the moment they are asked for.
  return useMemo(
    () => ({ ...commandRunner.acts }),
    [commandRunner, running, place, session, project, preferences, selected > 0],
  )
}
