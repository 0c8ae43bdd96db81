import { hasFlag, matchRoute, type RouteMatch } from '../../commands/core/addresses.ts'
import type { RouteName } from '../../commands/routes.ts'
import { commandBook } from '../core/command-book.ts'
import { useMachine } from '../core/machines-of.ts'
import type { Load } from '../core/screen-load.ts'
import { frontScreens } from './front-screens.ts'
import { Screen } from './Screen.tsx'
import { useVerdict } from './use-verdict.ts'
import { Waiting } from './Waiting.tsx'

/** Loads the app behind the front door, with its commands. */
const loadInnerApp: Load = async () => {
  const [inner] = await Promise.all([import('./InnerApp.tsx'), commandBook.load()])
  return inner
}

const fetchScreen = async (name: RouteName): Promise<void> => {
  const { screens } = await import('./screens.ts')
  await screens[name]()
}

/** Fetches what stands behind the front door at an address, before it is known whether this person may enter. */
export const fetchSignedInApp = (href: string): void => {
  void loadInnerApp().catch(() => {})
  const place = matchRoute(href)
  if (!('redirect' in place)) void fetchScreen(place.name).catch(() => {})
}

/** The screen of the address, within the shell where somebody is signed in. */
export const Frame = () => {
  const { verdict, session } = useVerdict()
  const signInError = useMachine('sign-in', (snapshot) => snapshot?.context.error)
  if (verdict.kind === 'sign-in' && (signInError || session === 'insecure')) return <FrontScreen name="sign-in" />
  if (verdict.kind === 'show' && isBare(verdict.place)) return <FrontScreen name={verdict.place.name} />
  if (verdict.kind !== 'missing' && verdict.kind !== 'show') return <Waiting />
  return <Screen name="inner-app" load={loadInnerApp} />
}

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
