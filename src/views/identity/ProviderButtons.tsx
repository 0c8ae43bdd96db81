import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
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
      {providers.map(({ id, button }) => (
        <Act
          key={id}
          command="federation.start"
          args={{ uid, provider: id }}
          wide
          icon="lock"
          label={button}
          hint={false}
        />
      ))}
    </fieldset>
  )
}
