import { useMemo, useSyncExternalStore } from 'react'
import type { Acts } from '../parts/act/acts.ts'
import type { Deeds } from './deeds.ts'
import { useMachine } from './machines-of.ts'
import { usePlace } from './use-place.ts'

/**
 * The commands as buttons see them: a new object whenever one of them may look otherwise, so that buttons are drawn again then, and
 * only then. The cursor of a list is left out: it moves with every key, and no button looks otherwise for it.
 */
export const useActsOf = (deeds: Deeds, selected: number): Acts => {
  const state = useSyncExternalStore(deeds.subscribe, deeds.state)
  const place = usePlace()
  const session = useMachine('sign-in', (snapshot) => snapshot?.value)
  const project = useMachine('project', (snapshot) => snapshot?.context.current)
  const preferences = useMachine('preferences', (snapshot) => snapshot?.context)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the facts are read from at the moment they are asked for.
  return useMemo(() => ({ ...deeds.acts }), [deeds, state, place, session, project, preferences, selected > 0])
}
