import { useMachine as useChart } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { FAILED_TEXT, lazyScreenMachine } from '../../../machines/lazy-screen.ts'
import type { RouteName } from '../../commands/routes.ts'
import { useApp } from '../core/app-context.ts'
import type { ScreenModule } from '../core/screen-load.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { Act } from '../parts/act/Act.tsx'
import { ErrorState } from '../parts/text/ErrorState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { screens } from './screens.ts'

const RELOADED = 'reloaded-for'

/** Loads the code of a screen when it is first shown, and says so when it takes long or cannot be had. */
export const LazyScreen = ({ name }: { name: RouteName }) => {
  const { sessionStore, configuration } = useApp()
  const machine = useMemo(
    () =>
      lazyScreenMachine.provide({
        actors: {
          // A chunk that is missing may come as undefined, outside of the promise: then wait for the reload.
          load: fromPromise<unknown, { screen: string }>(
            async () => (await screens[name]()) ?? new Promise<never>(() => {}),
          ),
        },
        guards: {
          mayReload: () => navigator.onLine && sessionStore.read(RELOADED) !== `${configuration.version} ${name}`,
        },
        actions: {
          reload: () => {
            sessionStore.write(RELOADED, `${configuration.version} ${name}`)
            location.reload()
          },
        },
      }),
    [name, sessionStore, configuration.version],
  )
  const [snapshot, send] = useChart(machine, { input: { screen: name } })
  useScreenEvents('screen', () => send({ type: 'RETRY' }))
  const shown = snapshot.matches('shown')
  useEffect(() => {
    if (shown) sessionStore.forget(RELOADED)
  }, [shown, sessionStore])
  if (shown) {
    // What the actor loaded is what `screens` promises.
    const { default: Screen } = snapshot.context.screen as ScreenModule
    return <Screen />
  }
  if (snapshot.matches('failed'))
    return <ErrorState page sentence={FAILED_TEXT} actions={<Act command="screen.retry" kind="primary" />} />
  return snapshot.hasTag('spinner') ? <Loading /> : null
}
