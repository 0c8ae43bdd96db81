import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { type TokenDraft, type TokenWizardInput, tokenWizardMachine } from '../../../machines/auth/token-wizard.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useWorld } from '../core/use-world.ts'

type Asked = { readonly draft: TokenDraft; readonly tokenId: string | null }

const scopesIn = (text: string): string[] => text.split(/\s+/).filter((scope) => scope !== '')

/** The wizard that obtains a token for a setting. */
export const useTokenWizard = (authId: string, input: TokenWizardInput) => {
  const world = useWorld()
  const machine = useMemo(() => {
    const bodyOf = ({ draft, tokenId }: Asked) => ({
      auth_id: authId,
      token_id: tokenId,
      name: draft.name.trim(),
      scopes: scopesIn(draft.scopes),
    })
    return tokenWizardMachine.provide({
      actors: {
        authorize: fromPromise(async ({ input: asked }: { input: Asked }) => {
          const { url } = await world.call('token.authorize', { body: bodyOf(asked) })
          world.leave(url)
        }),
        obtain: fromPromise(async ({ input: asked }: { input: Asked }) => {
          const { grant, username, password } = asked.draft
          // The chart obtains tokens so only by grants that need no browser.
          const silent = grant === 'password' || grant === 'jwt_bearer' ? grant : 'client_credentials'
          const credentials = grant === 'password' ? { username: username.trim(), password } : {}
          const row = await world.call('token.grant', { body: { ...bodyOf(asked), grant: silent, ...credentials } })
          return row.id
        }),
        startDevice: fromPromise(({ input: asked }: { input: Asked }) =>
          world.call('token.device', { body: bodyOf(asked) }),
        ),
        pollDevice: fromPromise(({ input: { flowId } }: { input: { flowId: string } }) =>
          world.call('token.poll-device', { body: { flow_id: flowId } }),
        ),
      },
    })
  }, [world, authId])
  const ref = useActorRef(machine, { input })
  const snapshot = useSelector(ref, (one) => one)
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'NEXT' || type === 'BACK' || type === 'CONNECT') ref.send({ type })
      },
      [ref],
    ),
  )
  return { snapshot, ref }
}
