import { useMachine as useChart } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { fromPromise, waitFor } from 'xstate'
import { FAILED_TEXT, lazyScreenMachine } from '../../../machines/lazy-screen.ts'
import type { RouteName } from '../../commands/routes.ts'
import { useApp } from '../core/app-context.ts'
import { machineOf } from '../core/machines-of.ts'
import type { Load, ScreenModule } from '../core/screen-load.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { FirstAct } from '../parts/act/FirstAct.tsx'
import { ErrorState } from '../parts/text/ErrorState.tsx'
import { Loading } from '../parts/text/Loading.tsx'

const RELOADED = 'reloaded-for'

type LazyScreenProps = { readonly name: RouteName | 'inner-app'; readonly load: Load }

/** Loads the code of a screen when it is first shown, and says so when it takes long or cannot be had. */
export const LazyScreen = ({ name, load }: LazyScreenProps) => {
  const { app, sessionStore, configuration } = useApp()
  const build = `${configuration.version} ${name}`
  const machine = useMemo(
    () =>
      lazyScreenMachine.provide({
        actors: {
          // A chunk that is missing may come as undefined, outside of the promise: then wait for the reload.
          load: fromPromise<unknown, { screen: string }>(async () => (await load()) ?? new Promise<never>(() => {})),
          server: fromPromise<void, object>(async ({ signal }) => {
            const connection = machineOf(app, 'connection')
            connection?.send({ type: 'CHECK' })
            if (connection) await waitFor(connection, (snapshot) => snapshot.hasTag('answering'), { signal })
          }),
        },
        guards: {
          mayReload: () => navigator.onLine && sessionStore.read(RELOADED) !== build,
        },
        actions: {
          reload: () => {
            sessionStore.write(RELOADED, build)
            location.reload()
          },
        },
      }),
    [app, build, load, sessionStore],
  )
  const [snapshot, send] = useChart(machine, { input: { screen: name } })
  useScreenEvents('screen', () => send({ type: 'RETRY' }))
  const shown = snapshot.matches('shown')
  const slow = snapshot.hasTag('spinner')
  useEffect(() => {
    if (slow) machineOf(app, 'connection')?.send({ type: 'CHECK' })
  }, [slow, app])
  useEffect(() => {
    // What another screen has reloaded the page for is its own affair.
    if (shown && sessionStore.read(RELOADED) === build) sessionStore.forget(RELOADED)
  }, [shown, sessionStore, build])
  if (shown) {
    // What the actor loaded is what `screens` promises.
    const { default: Screen } = snapshot.context.screen as ScreenModule
    return <Screen />
  }
  if (snapshot.hasTag('failed'))
    return <ErrorState page sentence={FAILED_TEXT} actions={<FirstAct command="screen.retry" />} />
  return slow ? <Loading /> : null
}
