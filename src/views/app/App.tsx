import { StrictMode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { Router, useLocation } from 'wouter'
import { addressOf } from '../../commands/core/addresses.ts'
import type { World } from '../../commands/core/world.ts'
import type { AppConfiguration } from '../../contract/installation/app-configuration.ts'
import { AppContext } from '../core/app-context.ts'
import type { CommandRunner } from '../core/command-runner.ts'
import { useNavigationLocation, useNavigationSearch } from '../core/routing.ts'
import { type ScreenMachines, ScreenMachinesContext } from '../core/screen-machines.ts'
import { useActsOf } from '../core/use-acts.ts'
import { useHref } from '../core/use-current-route.ts'
import type { ViewEffects } from '../core/view-effects.ts'
import { ActsContext } from '../parts/act/acts.ts'
import { LinksContext } from '../parts/act/links.ts'
import { Boundary } from './Boundary.tsx'
import { Frame } from './Frame.tsx'

type AppProps = {
  readonly effects: ViewEffects
  readonly world: World
  readonly commandRunner: CommandRunner
  readonly screen: ScreenMachines
  readonly configuration: AppConfiguration
}

/** The web app. */
export const App = ({ effects, world, commandRunner, screen, configuration }: AppProps) => {
  const value = useMemo(
    () => ({ ...effects, world, configuration, commandRunner }),
    [effects, world, configuration, commandRunner],
  )
  return (
    <StrictMode>
      <AppContext value={value}>
        <ScreenMachinesContext value={screen}>
          <Router hook={useNavigationLocation} searchHook={useNavigationSearch}>
            <Inside {...{ commandRunner, screen }} />
          </Router>
        </ScreenMachinesContext>
      </AppContext>
    </StrictMode>
  )
}

const Inside = ({ commandRunner, screen }: Pick<AppProps, 'commandRunner' | 'screen'>) => {
  const acts = useActsOf(commandRunner, useSelectedCount(screen))
  const here = useHref()
  const [path, navigate] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another path that makes it forget.
  useEffect(() => commandRunner.ref.send({ type: 'MOVED' }), [commandRunner, path])
  const links = useMemo(
    () => ({
      here,
      href: addressOf,
      go: (href: string, replace = false) => navigate(href, { replace }),
    }),
    [here, navigate],
  )
  return (
    <ActsContext value={acts}>
      <LinksContext value={links}>
        <Boundary>
          <Frame />
        </Boundary>
      </LinksContext>
    </ActsContext>
  )
}

/** How many rows of the screen's list are selected. */
const useSelectedCount = (screen: ScreenMachines): number =>
  useSyncExternalStore(
    (changed) => {
      let inner = screen.list?.ref.subscribe(changed)
      const outer = () => {
        inner?.unsubscribe()
        inner = screen.list?.ref.subscribe(changed)
        changed()
      }
      screen.listeners.add(outer)
      return () => {
        inner?.unsubscribe()
        screen.listeners.delete(outer)
      }
    },
    () => (screen.list?.ref.getSnapshot().context.selected as ReadonlySet<string> | undefined)?.size ?? 0,
  )
