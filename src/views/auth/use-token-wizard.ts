import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { type TokenDraft, type TokenWizardInput, tokenWizardMachine } from '../../../machines/auth/token-wizard.ts'
import { offeredGrants } from '../../domain/auth/auth-types.ts'
import { useApp } from '../core/app-context.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useChart } from '../core/use-chart.ts'
import { useWorld } from '../core/use-world.ts'
import type { AuthSetting } from './auth-form.ts'

type Asked = { readonly draft: TokenDraft; readonly tokenId: string | null }

const scopesIn = (text: string): string[] => text.split(/\s+/).filter((scope) => scope !== '')

/** A draft with the fields that were kept before a reload: storage may contain anything, and the setting may offer other grants now. */
const restored = (draft: TokenDraft, kept: unknown, grants: readonly TokenDraft['grant'][]): TokenDraft => {
  if (typeof kept !== 'object' || kept === null) return draft
  const { name, scopes, username, grant } = kept as Readonly<Record<string, unknown>>
  const text = (value: unknown, other: string) => (typeof value === 'string' ? value : other)
  return {
    name: text(name, draft.name),
    scopes: text(scopes, draft.scopes),
    username: text(username, draft.username),
    grant: grants.find((each) => each === grant) ?? draft.grant,
    password: '',
  }
}

/** The wizard that obtains a token for a setting. Its draft survives a reload of the tab, without the password. */
export const useTokenWizard = ({ id: authId, settings }: AuthSetting, input: TokenWizardInput) => {
  const world = useWorld()
  const { sessionStore } = useApp()
  const storeName = `token-wizard.${authId}.${input.tokenId ?? 'new'}`
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
          sessionStore.forget(storeName)
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
  }, [world, authId, sessionStore, storeName])
  const draft = restored(input.draft, sessionStore.read(storeName), offeredGrants(settings))
  const ref = useChart(machine, { input: { ...input, draft } })
  useEffect(() => {
    const written = ref.subscribe((snapshot) => {
      if (snapshot.matches('done')) sessionStore.forget(storeName)
      else sessionStore.write(storeName, { ...snapshot.context.draft, password: undefined })
    })
    return () => {
      written.unsubscribe()
      // The wizard was left, not reloaded: the next one begins anew.
      sessionStore.forget(storeName)
    }
  }, [ref, sessionStore, storeName])
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
