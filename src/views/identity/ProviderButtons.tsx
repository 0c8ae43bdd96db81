import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useApp } from '../core/app-context.ts'
import { FrontFailure } from '../kit/front/FrontFailure.tsx'
import { useFrontForm } from '../kit/front/use-front-form.ts'
import { Act } from '../parts/act/Act.tsx'
import classes from './ProviderButtons.module.css'

/** OpenID providers that can sign the person in. */
export type Providers = AnswerOf<ProductContract['session.read']>['providers']

/** Buttons of the OpenID providers, below the form for the password. */
export const ProviderButtons = ({ uid, providers }: { uid: string; providers: Providers }) => {
  if (providers.length === 0) return null
  return (
    <fieldset className={classes.providers}>
      <legend>or</legend>
      {providers.map((provider) => (
        <ProviderButton key={provider.id} uid={uid} provider={provider} />
      ))}
    </fieldset>
  )
}

/** A form of one button, which says where its provider cannot be reached. */
const ProviderButton = ({ uid, provider: { id, button } }: { uid: string; provider: Providers[number] }) => {
  const { call, leave } = useApp()
  const form = useFrontForm<Record<never, string>, unknown>({
    base: {},
    problemsOf: () => [],
    async send() {
      const started = await call('federation.start', { params: { uid, provider: id } })
      // The response type follows from the endpoint name.
      leave((started as { redirect_to: string }).redirect_to)
      // The browser is leaving the page; the button stays pending until then.
      return new Promise<never>(() => {})
    },
  })
  return (
    <form onSubmit={form.submit} noValidate aria-label={button} className="stack">
      <FrontFailure failure={form.failure} />
      <Act command="federation.start" submits wide icon="lock" label={button} hint={false} pending={form.sending} />
    </form>
  )
}
