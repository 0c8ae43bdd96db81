import { useCallback, useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { callbackMachine } from '../../../machines/callback.ts'
import type { RouteMatch } from '../../commands/core/addresses.ts'
import { useApp } from '../core/app-context.ts'
import { useMachine } from '../core/machines-of.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useSecretFlow } from '../core/use-flow.ts'
import { useWorld } from '../core/use-world.ts'
import { Front } from '../kit/front/Front.tsx'
import { Act } from '../parts/act/Act.tsx'
import { buttonClass } from '../parts/act/button-kind.ts'
import { Go } from '../parts/act/Go.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'

const NAMES = ['code', 'iss', 'error', 'error_description'] as const

/** What the provider sent along, and the step of the path by which the server tells providers apart. */
const answerIn = ({ params, search }: RouteMatch) => ({
  ...(params.callback !== undefined && { callback: params.callback }),
  state: search.state ?? '',
  ...Object.fromEntries(NAMES.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name] ?? '']]))),
})

/** The pending sign-in that a state belongs to; null for a link, or for no state of ours. */
const interactionIn = (state: string): string | null => /^s\.([\w-]+)\./.exec(state)?.[1] ?? null

/** Finishes a sign-in or a link at an OpenID provider, or says what went wrong. */
const FederatedCallbackScreen = () => {
  useTitle()
  const world = useWorld()
  // Not through the cache, which is cleared when the project opens: a state works once.
  const { call } = useApp()
  const place = useCurrentRoute()
  const machine = useMemo(
    () =>
      callbackMachine.provide({
        actors: {
          finish: fromPromise<void, { answer: Readonly<Record<string, string>> }>(async ({ input }) => {
            const uid = interactionIn(input.answer.state ?? '')
            if (uid !== null) {
              // The response types follow from the endpoint names.
              const finished = await call('federation.finish', { params: { uid }, body: input.answer })
              const { redirect_to } = finished as { redirect_to: string | null }
              if (redirect_to === null) world.go('interaction', { uid })
              else world.leave(redirect_to)
              return
            }
            const { name } = (await call('identity.link', { body: input.answer })) as { name: string }
            world.tell(`${name} can sign you in now`)
            world.goTo('/settings/profile', { replace: true })
          }),
        },
      }),
    [world, call],
  )
  const answer = answerIn(place)
  const isOurs = interactionIn(answer.state) !== null || answer.state.startsWith('l.')
  const { ref, snapshot } = useSecretFlow(machine, {
    answer: isOurs ? answer : {},
    ready: interactionIn(answer.state) !== null,
  })
  // The address may change while the flow leads on.
  const { state = answer.state } = snapshot.context.answer
  const uid = interactionIn(state)
  const isLink = state.startsWith('l.')
  const session = useMachine('sign-in', (one) => {
    if (one?.matches('signedIn')) return 'in'
    return one?.hasTag('settled') ? 'out' : 'deciding'
  })
  useEffect(() => {
    if (session !== 'deciding') ref.send({ type: session === 'in' ? 'READY' : 'BARRED' })
  }, [ref, session])
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'CONNECT') ref.send({ type })
      },
      [ref],
    ),
  )
  if (snapshot.hasTag('busy')) return <Loading label={isLink ? 'Linking the sign-in' : 'Signing in'} />
  return (
    <Front title={isLink ? 'The sign-in was not linked' : 'The sign-in did not work'}>
      <Notice kind="fail" urgent title={snapshot.context.problem ?? lostWords(isLink)} />
      {snapshot.matches('unanswered') && (
        <Act command={uid === null ? 'identity.link' : 'federation.finish'} kind="primary" wide />
      )}
      <WayBack uid={uid} isLink={isLink && session === 'in'} />
    </Front>
  )
}
export default FederatedCallbackScreen

const lostWords = (isLink: boolean): string =>
  isLink
    ? 'You are no longer signed in. Sign in, and link the provider again in your profile.'
    : 'An identity provider leads here after you signed in there. This address carries no answer of one.'

const WayBack = ({ uid, isLink }: { uid: string | null; isLink: boolean }) => {
  const look = buttonClass({ kind: 'secondary', wide: true })
  if (isLink)
    return (
      <Go to="profile" className={look}>
        Back to your profile
      </Go>
    )
  if (uid !== null)
    return (
      <Go to="interaction" params={{ uid }} className={look}>
        Back to sign in
      </Go>
    )
  return <Act command="session.start" wide label="Sign in" />
}
