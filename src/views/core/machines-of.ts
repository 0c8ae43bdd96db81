import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { consoleMachine } from '../../../machines/console.ts'
import type { signInMachine } from '../../../machines/identity/sign-in.ts'
import type { liveMachine } from '../../../machines/live.ts'
import type { navigationMachine } from '../../../machines/navigation.ts'
import type { preferencesMachine } from '../../../machines/preferences.ts'
import type { projectSwitchMachine } from '../../../machines/projects/project-switch.ts'
import type { cacheMachine } from '../../../machines/resource/cache.ts'
import type { toastsMachine } from '../../../machines/toasts.ts'
import { useApp } from './app-context.ts'
import type { AppActor } from './door.ts'

/** The machines that the app runs, by their names in its system. */
type Machines = {
  navigation: typeof navigationMachine
  'sign-in': typeof signInMachine
  project: typeof projectSwitchMachine
  cache: typeof cacheMachine
  console: typeof consoleMachine
  live: typeof liveMachine
  toasts: typeof toastsMachine
  preferences: typeof preferencesMachine
}
export type SystemName = keyof Machines
export type RefOf<Name extends SystemName> = ActorRefFrom<Machines[Name]>

/** A machine of the app; undefined while it does not live: `project` and `live` do only while somebody is signed in. */
export const machineOf = <Name extends SystemName>(app: AppActor, name: Name): RefOf<Name> | undefined =>
  // The system's table is untyped; the names are those that machines/app.ts gives.
  app.system.get(name) as RefOf<Name> | undefined

/** The machine of that name, found again when the app starts or stops it. */
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

/** A reading of a machine of the app; it renders again when the reading changes. */
export const useMachine = <Name extends SystemName, Reading>(
  name: Name,
  read: (snapshot: SnapshotFrom<Machines[Name]> | undefined) => Reading,
  isEqual?: (a: Reading, b: Reading) => boolean,
): Reading => {
  const ref = useMachineRef(name)
  // A ref of the union's member is a ref of the member; TypeScript cannot see it through the lookup by name.
  return useSelector(ref as never, read as never, isEqual as never) as Reading
}
