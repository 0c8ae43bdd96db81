import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import classes from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { Time } from '../parts/text/Time.tsx'
import { FactorSetup } from './FactorSetup.tsx'
import own from './factors.module.css'

type Factors = AnswerOf<ProductContract['factor.list']>
type Factor = Factors['results'][number]

const kindWords = ({ kind, synced }: Factor): string =>
  kind === 'totp' ? 'Authenticator app' : synced ? 'Passkey, synced between your devices' : 'Passkey of one device'

const FactorLine = ({ factor }: { factor: Factor }) => (
  <li className={classes.session}>
    <div>
      <strong>{factor.name}</strong>
      <small>
        {kindWords(factor)}, added <Time at={factor.created} />
        {factor.last_used !== null && (
          <>
            , used <Time at={factor.last_used} />
          </>
        )}
      </small>
    </div>
    <div className="row">
      <Act
        command="factor.rename"
        args={{ factor: factor.id }}
        kind="ghost"
        size="small"
        label={`Rename ${factor.name}`}
      >
        Rename
      </Act>
      <Act
        command="factor.remove"
        args={{ factor: factor.id }}
        kind="ghost"
        size="small"
        label={`Remove ${factor.name}`}
      >
        Remove
      </Act>
    </div>
  </li>
)

const Codes = ({ left }: { left: number }) => (
  <div className={classes.action}>
    <p>
      {left === 0
        ? 'No recovery codes left: make new ones, so that you can sign in without your app or passkey.'
        : `${left === 1 ? '1 recovery code' : `${left} recovery codes`} left.`}
    </p>
    <Act command="factor.renew-codes" size="small" hint={false} />
  </div>
)

const Content = ({ factors, hasPassword }: { factors: Factors; hasPassword: boolean }) => {
  const { recovery_codes_left, required_by, results } = factors
  const hasProof = hasPassword || results.some(({ kind }) => kind === 'totp')
  return (
    <div className="stack">
      {results.length === 0 ? (
        required_by.length > 0 ? (
          <Notice kind="warning" title={`Required by ${required_by.join(', ')}`}>
            Its projects open once you have set up an authenticator app or a passkey.
          </Notice>
        ) : (
          <p className={classes.note}>
            Off. With an authenticator app or a passkey, your password alone no longer signs anyone in.
          </p>
        )
      ) : (
        <>
          <ul className={own.list}>
            {results.map((factor) => (
              <FactorLine key={factor.id} factor={factor} />
            ))}
          </ul>
          <Codes left={recovery_codes_left} />
        </>
      )}
      <FactorSetup hasProof={hasProof} onAdded={() => {}} />
    </div>
  )
}

/** Two-step verification of one's own account: authenticator apps, passkeys and recovery codes. */
export const SecurityCard = ({ hasPassword }: { hasPassword: boolean }) => {
  const { data, error, status, refetch } = useResource('factor.list', {})
  const isSlow = useSlow(status === 'pending' && !data)
  const sub = data?.kept_here ? (data.results.length > 0 ? 'on' : 'off') : undefined
  return (
    <Card title="Two-step verification" sub={sub}>
      {data && !data.kept_here ? (
        <p className={classes.note}>Your identity provider keeps your second factors: set them up there.</p>
      ) : data ? (
        <Content factors={data} hasPassword={hasPassword} />
      ) : error ? (
        <LoadError error={error} refetch={refetch} />
      ) : (
        isSlow && <Loading page={false} />
      )}
    </Card>
  )
}
