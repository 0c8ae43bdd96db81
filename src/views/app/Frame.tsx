import { hasFlag, type Place } from '../../commands/addresses.ts'
import { Act } from '../parts/Act.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { Loading } from '../parts/Loading.tsx'
import { useApp } from './app-context.ts'
import { verdictOn } from './gate.ts'
import { LazyScreen } from './LazyScreen.tsx'
import { useMachine } from './machines-of.ts'
import { ShellFrame } from './ShellFrame.tsx'
import { screenKey } from './screens.ts'
import { standingOf } from './standing.ts'
import { useHref } from './use-place.ts'
import { useSlow } from './use-slow.ts'

/** The screen of the address, within the shell where somebody is signed in. */
export const Frame = () => {
  const { app } = useApp()
  const href = useHref()
  const session = useMachine('sign-in', (snapshot) => snapshot?.value)
  const signInError = useMachine('sign-in', (snapshot) => snapshot?.context.error)
  const project = useMachine('project', (snapshot) => snapshot)
  // The standing is read off the machines; the readings above say when it may have changed.
  void session
  const standing = standingOf(app)
  const verdict = verdictOn(href, standing)
  if (verdict.kind === 'sign-in' && (signInError || session === 'insecure')) return <Screen name="sign-in" />
  if (verdict.kind !== 'show') return <Waiting />
  const { place } = verdict
  if (standing.session !== 'signedIn' || isBare(place)) return <Screen name={place.name} />
  if (project?.matches('failed'))
    return (
      <ErrorState
        page
        sentence={`Your projects did not load. ${project.context.error?.message ?? ''}`}
        actions={<Act command="project.retry" kind="primary" />}
      />
    )
  return (
    <ShellFrame place={place}>
      {standing.project === 'deciding' ? (
        <Waiting />
      ) : (
        <Screen name={place.name} project={project?.context.current?.project.id} />
      )}
    </ShellFrame>
  )
}

/** Another project is another screen: nothing that was chosen or typed in the one before is carried over. */
const Screen = ({ name, project = '' }: { name: Place['name']; project?: string | undefined }) => (
  <LazyScreen key={`${screenKey(name)} ${project}`} name={name} />
)

/** Screens for who is not signed in stand alone, also for who is; the others that need no sign-in do not. */
const isBare = ({ name }: Place): boolean => hasFlag(name, 'noAuthOk') && name !== 'debug' && name !== 'external'

const Waiting = () => (useSlow(true) ? <Loading /> : null)
