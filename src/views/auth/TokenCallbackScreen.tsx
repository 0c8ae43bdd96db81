import { useCallback, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { callbackMachine } from '../../../machines/callback.ts'
import type { RouteMatch } from '../../commands/core/addresses.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useSecretFlow } from '../core/use-flow.ts'
import { usePerform, useWorld } from '../core/use-world.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { ErrorState } from '../parts/text/ErrorState.tsx'
import { Loading } from '../parts/text/Loading.tsx'

const NAMES = ['state', 'code', 'iss', 'error', 'error_description', 'oauth_token', 'oauth_verifier', 'denied'] as const

/** What the provider sent along, and then the step of the path by which the server tells providers apart; empty without an answer. */
const answerIn = ({ params: { callback }, search }: RouteMatch): Record<string, string> => {
  const said = NAMES.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name] ?? ''] as const]))
  return said.length === 0 ? {} : { ...(callback !== undefined && { callback }), ...Object.fromEntries(said) }
}

/** Finishes an authorization: takes the code from the address, shows progress, and leads to the token or says what the provider said. */
const TokenCallbackScreen = () => {
  useTitle('Authorization')
  const world = useWorld()
  const perform = usePerform()
  const place = useCurrentRoute()
  const machine = useMemo(
    () =>
      callbackMachine.provide({
        actors: {
          finish: fromPromise<void, { answer: Readonly<Record<string, string>> }>(async ({ input }) => {
            const row = await world.call('token.finish', { body: input.answer })
            world.tell(`“${row.meta.name}” is authenticated`)
            world.goTo(`/tokens/token/${row.id}/`, { replace: true })
            const { settings } = await world.call('auth-setting.read', { params: { id: row.meta.auth_id } })
            if (settings.callback_action) perform('token.continue', { token: row.id })
          }),
        },
      }),
    [world, perform],
  )
  const { ref, snapshot } = useSecretFlow(machine, { answer: answerIn(place), ready: true })
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'CONNECT') ref.send({ type })
      },
      [ref],
    ),
  )
  if (snapshot.hasTag('busy')) return <Loading label="Finishing the authorization" />
  return (
    <ErrorState
      page
      sentence={
        snapshot.context.problem?.replace(/^(?:state|code|error|denied|oauth_token): /, '') ??
        'A provider leads here after you signed in. This address carries no answer of one.'
      }
      actions={
        <>
          <Go to="auth-settings" kind="primary">
            Auth settings
          </Go>
          {snapshot.matches('unanswered') && <Act command="token.finish" label="Try again" />}
        </>
      }
    />
  )
}

export default TokenCallbackScreen
