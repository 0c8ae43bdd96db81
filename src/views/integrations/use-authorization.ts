import { useSelector } from '@xstate/react'
import { useCallback, useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import {
  type AuthorizationInput,
  authorizationMachine,
  type Finishing,
  type IntegrationChoice,
  type Recalled,
  type ReturnedAnswer,
} from '../../../machines/integrations/authorization.ts'
import { CallError } from '../../../machines/resource/failure.ts'
import type { World } from '../../commands/core/world.ts'
import { decodeState, encodeState } from '../../domain/integrations/authorization-state.ts'
import { useApp } from '../core/app-context.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useChart } from '../core/use-chart.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import type { ViewEffects } from '../core/view-effects.ts'
import { authorizationUrl } from './authorization-url.ts'

type Search = Readonly<Record<string, string | undefined>>

/** What the provider sent back in the address; null if the address is a beginning. */
const returnedIn = ({ code, state, domain, error, error_description: description }: Search): ReturnedAnswer | null =>
  code === undefined && error === undefined && state === undefined
    ? null
    : {
        code: code ?? null,
        state: state ?? null,
        domain: domain ?? null,
        error: error ?? null,
        description: description ?? null,
      }

/** The choice that a state tells; null for a state of something else. */
const choiceIn = (state: string | null): IntegrationChoice | null => {
  const fields = state === null ? null : decodeState(state)
  return fields?.organization && fields.domain
    ? {
        organization: fields.organization,
        domain: fields.domain,
        name: fields.name ?? '',
        integration: fields.integration || null,
      }
    : null
}

/** The `detail` of a failed answer, else its status text. */
const saying = (thrown: unknown): unknown => {
  if (!(thrown instanceof CallError)) return thrown
  const { status, statusText, body, message } = thrown.failure
  const hasDetail = typeof body === 'object' && body !== null && 'detail' in body
  return new Error(status === null || hasDetail ? message : statusText || message)
}

type Options = { readonly provider: string; readonly world: World; readonly secrets: ViewEffects['authorization'] }

const prepare = async ({ provider, world, secrets }: Options, choice: IntegrationChoice): Promise<string> => {
  const { organization, domain, name, integration } = choice
  const { make, keep } = await secrets()
  const [begun, { verifier, challenge, csrfToken }] = await Promise.all([
    world.call('integration.begin', {
      params: { org: organization },
      body: { provider, domain, name, integration_id: integration },
    }),
    make(),
  ])
  const { origin } = new URL(begun.redirect_uri)
  // Otherwise the provider would lead back to an origin whose storage has neither verifier nor state.
  if (origin !== location.origin) throw new Error(`Open this page at ${origin}, where the provider leads back to.`)
  const state = encodeState({
    provider,
    organization,
    domain: begun.domain,
    name,
    integration: integration ?? '',
    flow: begun.flow,
    redirect_uri: begun.redirect_uri,
    csrfToken,
  })
  keep({ verifier, state })
  return authorizationUrl(begun, { state, challenge })
}

const finish = async ({ provider, world }: Options, { code, verifier, state, domain }: Finishing): Promise<void> => {
  const redirectUri = decodeState(state)?.redirect_uri ?? ''
  try {
    await world.call('integration.authenticate', {
      params: { provider },
      query: { code, code_verifier: verifier, domain, redirect_uri: redirectUri, state },
    })
  } catch (error) {
    throw saying(error)
  }
}

/** The authorization of a provider on this page: from the choice, or from the provider's answer in the address. */
export const useAuthorization = (provider: string, choice: IntegrationChoice) => {
  const world = useWorld()
  const { authorization: secrets } = useApp()
  const { search } = useCurrentRoute()
  // The address changes while the authorization runs; the machine begins once.
  const [input] = useState<AuthorizationInput>(() => ({ choice, returned: returnedIn(search) }))
  const [machine] = useState(() => {
    const options = { provider, world, secrets }
    return authorizationMachine.provide({
      actors: {
        prepare: fromPromise<string, { choice: IntegrationChoice }>(({ input: { choice: chosen } }) =>
          prepare(options, chosen),
        ),
        recall: fromPromise<Recalled, object>(async () => {
          const { verifier, state } = (await secrets()).take()
          return { verifier, state, choice: choiceIn(state) }
        }),
        finish: fromPromise<void, Finishing>(({ input: finishing }) => finish(options, finishing)),
      },
      actions: { leave: (_, { url }) => world.leave(url) },
    })
  })
  const ref = useChart(machine, { input })
  const snapshot = useSelector(ref, (one) => one)
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type !== 'CONNECT') return
        const { organization } = ref.getSnapshot().context.choice
        // A used code must not stay in the address, where a reload would try it again.
        if (ref.getSnapshot().matches('failed'))
          world.goTo(`/onboarding/integration/${provider}?organization=${encodeURIComponent(organization)}`, {
            replace: true,
          })
        ref.send({ type })
      },
      [ref, world, provider],
    ),
  )
  return useMemo(() => ({ snapshot, ref }), [snapshot, ref])
}
