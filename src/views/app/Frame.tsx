import { useEffect, useState } from 'react'
import { hasFlag, matchRoute, type RouteMatch } from '../../commands/core/addresses.ts'
import type { RouteName } from '../../commands/routes.ts'
import { USUAL_BANDS } from '../../domain/core/score-bands.ts'
import { accessStateOf } from '../core/access-state.ts'
import { useApp } from '../core/app-context.ts'
import { commandBook } from '../core/command-book.ts'
import { verdictOn } from '../core/gate.ts'
import { useMachine } from '../core/machines-of.ts'
import type { Load } from '../core/screen-load.ts'
import { useHref } from '../core/use-current-route.ts'
import { useSlow } from '../core/use-slow.ts'
import { TextAct } from '../parts/act/TextAct.tsx'
import { ScoreBands } from '../parts/chart/score-bands.ts'
import { ErrorState } from '../parts/text/ErrorState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Boundary } from './Boundary.tsx'
import { frontScreens } from './front-screens.ts'
import { LazyScreen } from './LazyScreen.tsx'

/** The frame of what stands behind the front door, and the table of its screens. */
type Inner = Pick<typeof import('./SignedInApp.tsx'), 'Barred' | 'SignedInApp'> &
  Pick<typeof import('./screens.ts'), 'screens'>
let inner: Inner | null = null

const loadInner = async (): Promise<Inner> => {
  const [{ Barred, SignedInApp }, { screens }] = await Promise.all([
    import('./SignedInApp.tsx'),
    import('./screens.ts'),
    commandBook.load(),
  ])
  inner = { Barred, SignedInApp, screens }
  return inner
}

const fetchScreen = async (name: RouteName): Promise<void> => {
  const { screens } = await import('./screens.ts')
  await screens[name]()
}

/** Fetches what stands behind the front door at an address, before it is known whether this person may enter. */
export const fetchSignedInApp = (href: string): void => {
  void loadInner().catch(() => {})
  const place = matchRoute(href)
  if (!('redirect' in place)) void fetchScreen(place.name).catch(() => {})
}

/**
 * What stands behind the front door, once it is here; null until then. By hand and not by Suspense: React holds back for 300 ms what
 * a fallback was shown for.
 */
const useInner = (isWanted: boolean): Inner | null => {
  const [here, arrive] = useState(() => inner)
  useEffect(() => {
    if (!isWanted || here) return
    // A state is set to what a function answers, and what that throws is thrown where the state is read.
    loadInner().then(
      (loaded) => arrive(loaded),
      (cause: unknown) =>
        arrive(() => {
          throw cause
        }),
    )
  }, [isWanted, here])
  return here ?? inner
}

/** The screen of the address, within the shell where somebody is signed in. */
export const Frame = () => {
  const { app } = useApp()
  const href = useHref()
  const session = useMachine('sign-in', (snapshot) => snapshot?.value)
  const signInError = useMachine('sign-in', (snapshot) => snapshot?.context.error)
  const project = useMachine('project', (snapshot) => snapshot)
  // The standing is read off the machines; the readings above say when it may have changed.
  void session
  const standing = accessStateOf(app)
  const verdict = verdictOn(href, standing)
  const inside = useInner(verdict.kind === 'missing' || (verdict.kind === 'show' && !isBare(verdict.place)))
  if (verdict.kind === 'sign-in' && (signInError || session === 'insecure')) return <FrontScreen name="sign-in" />
  if (verdict.kind === 'missing')
    return inside ? <inside.SignedInApp place={verdict.place} hasShell isMissing /> : <Waiting />
  if (verdict.kind !== 'show') return <Waiting />
  const { place } = verdict
  if (isBare(place)) return <FrontScreen name={place.name} />
  const isHere = standing.session === 'signedIn'
  if (!inside) return <Waiting />
  const { Barred, SignedInApp, screens } = inside
  return (
    <SignedInApp place={place} hasShell={isHere && !hasFlag(place.name, 'fullModal')}>
      {isHere && project?.matches('failed') ? (
        <ErrorState
          page
          sentence={`Your projects did not load. ${project.context.error?.message ?? ''}`}
          actions={<TextAct command="project.retry" kind="primary" />}
        />
      ) : isHere && standing.project === 'barred' && !hasFlag(place.name, 'noProjectOk') ? (
        <Barred />
      ) : isHere && standing.project === 'deciding' ? (
        <Waiting />
      ) : (
        <ScoreBands value={project?.context.current?.project.score_bands ?? USUAL_BANDS}>
          <Screen name={place.name} load={screens[place.name]} project={project?.context.current?.project.id} />
        </ScoreBands>
      )}
    </SignedInApp>
  )
}

const shown: Load[] = []
/** Equal for routes that the same screen shows. */
const screenKey = (load: Load): number => (shown.includes(load) ? shown.indexOf(load) : shown.push(load) - 1)

/** Another project is another screen: nothing that was chosen or typed in the one before is carried over. */
const Screen = ({ name, load, project = '' }: { name: RouteName; load: Load; project?: string | undefined }) => (
  <Boundary key={`${screenKey(load)} ${project}`}>
    <LazyScreen name={name} load={load} />
  </Boundary>
)

const FrontScreen = ({ name }: { name: RouteName }) => {
  const load = frontScreens[name]
  return load ? <Screen name={name} load={load} /> : null
}

/** Screens for who is not signed in stand alone, also for who is; the others that need no sign-in do not. */
const isBare = ({ name }: RouteMatch): boolean => hasFlag(name, 'noAuthOk') && name !== 'debug'

/** Whether an address is that of such a screen. */
export const isFrontPage = (path: string): boolean => {
  const place = matchRoute(path)
  return !('redirect' in place) && isBare(place)
}

const Waiting = () => (useSlow(true) ? <Loading /> : null)
