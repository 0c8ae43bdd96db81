import { useCallback, useEffect, useRef, useState } from 'react'
import { isUnreachable, messageOf } from '../../../machines/resource/failure.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { usePerform, useWorld } from '../core/use-world.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { ErrorState } from '../parts/text/ErrorState.tsx'
import { Loading } from '../parts/text/Loading.tsx'

const NAMES = ['state', 'code', 'iss', 'error', 'error_description', 'oauth_token', 'oauth_verifier', 'denied'] as const

/** What the provider sent along. */
const answerIn = (search: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(NAMES.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name] ?? '']])))

/** Finishes an authorization: takes the code from the address, shows progress, and leads to the token or says what the provider said. */
const TokenCallbackScreen = () => {
  useTitle('Authorization')
  const world = useWorld()
  const perform = usePerform()
  const { search } = useCurrentRoute()
  const body = useRef(answerIn(search))
  const begun = useRef(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [canRetry, setCanRetry] = useState(false)
  const finish = useCallback(async () => {
    setProblem(null)
    try {
      const row = await world.call('token.finish', { body: body.current })
      world.tell(`“${row.meta.name}” is authenticated`)
      world.goTo(`/tokens/token/${row.id}/`, { replace: true })
      const { settings } = await world.call('auth-setting.read', { params: { id: row.meta.auth_id } })
      if (settings.callback_action) perform('token.continue', { token: row.id })
    } catch (error) {
      // Without an answer, the state was not used.
      setCanRetry(isUnreachable(error))
      setProblem(messageOf(error).replace(/^(?:state|code|error|denied|oauth_token): /, ''))
    }
  }, [world, perform])
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'CONNECT') void finish()
      },
      [finish],
    ),
  )
  useEffect(() => {
    // A state works once.
    if (begun.current) return
    begun.current = true
    if (Object.keys(body.current).length > 0) void finish()
    else setProblem('A provider leads here after you signed in. This address carries no answer of one.')
  }, [finish])
  if (problem === null) return <Loading label="Finishing the authorization" />
  return (
    <ErrorState
      page
      sentence={problem}
      actions={
        <>
          <Go to="auth-settings" kind="primary">
            Auth settings
          </Go>
          {canRetry && <Act command="token.finish" label="Try again" />}
        </>
      }
    />
  )
}

export default TokenCallbackScreen
