import { StrictMode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { Router, useLocation } from 'wouter'
import { addressOf } from '../../commands/addresses.ts'
import type { World } from '../../commands/world.ts'
import type { AppConfiguration } from '../../contract/app-configuration.ts'
import { ActsContext } from '../parts/acts.ts'
import { LinksContext } from '../parts/links.ts'
import { AppContext } from './app-context.ts'
import { Boundary } from './Boundary.tsx'
import type { Deeds } from './deeds.ts'
import type { Door } from './door.ts'
import { Frame } from './Frame.tsx'
import { useNavigationLocation, useNavigationSearch } from './routing.ts'
import { type ScreenMachines, ScreenMachinesContext } from './screen-machines.ts'
import { useActsOf } from './use-acts.ts'
import { useArrival } from './use-arrival.ts'
import { useHref } from './use-place.ts'

type AppProps = {
  readonly door: Door
  readonly world: World
  readonly deeds: Deeds
  readonly screen: ScreenMachines
  readonly configuration: AppConfiguration
}

/** The web app. */
export const App = ({ door, world, deeds, screen, configuration }: AppProps) => {
  const value = useMemo(() => ({ ...door, world, configuration, deeds }), [door, world, configuration, deeds])
  return (
    <StrictMode>
      <AppContext value={value}>
        <ScreenMachinesContext value={screen}>
          <Router hook={useNavigationLocation} searchHook={useNavigationSearch}>
            <Inside {...{ deeds, screen }} />
          </Router>
        </ScreenMachinesContext>
      </AppContext>
    </StrictMode>
  )
}

const Inside = ({ deeds, screen }: Pick<AppProps, 'deeds' | 'screen'>) => {
  const acts = useActsOf(deeds, useSelectedCount(screen))
  const here = useHref()
  const [path, navigate] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another path that makes it forget.
  useEffect(() => deeds.forgetTrouble(), [deeds, path])
  useArrival()
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
