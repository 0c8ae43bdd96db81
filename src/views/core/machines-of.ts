import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { connectionMachine } from '../../../machines/connection.ts'
import type { consoleMachine } from '../../../machines/console.ts'
import type { signInMachine } from '../../../machines/identity/sign-in.ts'
import type { liveMachine } from '../../../machines/live.ts'
import type { navigationMachine } from '../../../machines/navigation.ts'
import type { preferencesMachine } from '../../../machines/preferences.ts'
import type { projectSwitchMachine } from '../../../machines/projects/project-switch.ts'
import type { cacheMachine } from '../../../machines/resource/cache.ts'
import type { searchMachine } from '../../../machines/search.ts'
import type { toastsMachine } from '../../../machines/toasts.ts'
import type { undoMachine } from '../../../machines/undo.ts'
import { useApp } from './app-context.ts'
import type { AppActor } from './view-effects.ts'

/** Machines of the app by system id. */
type Machines = {
  navigation: typeof navigationMachine
  'sign-in': typeof signInMachine
  project: typeof projectSwitchMachine
  cache: typeof cacheMachine
  connection: typeof connectionMachine
  console: typeof consoleMachine
  live: typeof liveMachine
  search: typeof searchMachine
  toasts: typeof toastsMachine
  undo: typeof undoMachine
  preferences: typeof preferencesMachine
}
export type SystemName = keyof Machines
export type RefOf<Name extends SystemName> = ActorRefFrom<Machines[Name]>

/** A machine of the app; undefined while it is not running: `project` and `live` run only while signed in. */
export const machineOf = <Name extends SystemName>(app: AppActor, name: Name): RefOf<Name> | undefined =>
  // The actor system is untyped; machines/app.ts gives these ids.
  app.system.get(name) as RefOf<Name> | undefined

/** A machine by name, updated when the app starts or stops it. */
export const useMachineRef = <Name extends SystemName>(name: Name): RefOf<Name> | undefined => {
  const { app } = useApp()
  return useSyncExternalStore(
    (changed) => {
      const subscription = app.subscribe(changed)
      return () => subscription.unsubscribe()
    },
    () => machineOf(app, name),
  )
}

/** Selects a value from a machine of the app; renders when the value changes. */
export const useMachine = <Name extends SystemName, Reading>(
  name: Name,
  read: (snapshot: SnapshotFrom<Machines[Name]> | undefined) => Reading,
  isEqual?: (a: Reading, b: Reading) => boolean,
): Reading => {
  const ref = useMachineRef(name)
  // TypeScript cannot follow the lookup by name through the union of refs.
  return useSelector(ref as never, read as never, isEqual as never) as Reading
}
