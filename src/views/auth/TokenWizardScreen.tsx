import { useMemo } from 'react'
import { AUTH_TYPES, GRANT_WORDS, offeredGrants } from '../../domain/auth/auth-types.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go, Out } from '../parts/act/Go.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Form } from '../parts/form/Form.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './auth.module.css'
import type { AuthSetting } from './auth-form.ts'
import { CallbackAddress } from './CallbackAddress.tsx'
import { OneSetting } from './OneSetting.tsx'
import { useTokenWizard } from './use-token-wizard.ts'

type WizardProps = { readonly setting: AuthSetting }
type StepProps = WizardProps & { readonly wizard: ReturnType<typeof useTokenWizard> }

const NameStep = ({ wizard: { snapshot, ref } }: StepProps) => {
  const { draft, tokenId } = snapshot.context
  return (
    <Field label="Name" hint={tokenId === null ? 'Shown where monitors choose a token.' : 'The token keeps its name.'}>
      <TextInput
        value={draft.name}
        maxLength={400}
        readOnly={tokenId !== null}
        onValue={(value) => ref.send({ type: 'CHANGE', path: 'name', value })}
      />
    </Field>
  )
}

const GrantStep = ({ setting, wizard: { snapshot, ref } }: StepProps) => (
  <fieldset className={classes.grants}>
    <legend className="sr">Grant</legend>
    {offeredGrants(setting.settings).map((grant) => (
      <label key={grant} className={classes.choice}>
        <input
          type="radio"
          name="grant"
          checked={snapshot.context.draft.grant === grant}
          onChange={() => ref.send({ type: 'CHANGE', path: 'grant', value: grant })}
        />
        <span>
          <b className="strong">{GRANT_WORDS[grant].title}</b>
          <small>{GRANT_WORDS[grant].description}</small>
        </span>
      </label>
    ))}
  </fieldset>
)

const ScopesStep = ({ wizard: { snapshot, ref } }: StepProps) => (
  <Field label="Scopes" optional hint="Separated by spaces. Those of the auth setting are filled in.">
    <TextInput
      mono
      value={snapshot.context.draft.scopes}
      onValue={(value) => ref.send({ type: 'CHANGE', path: 'scopes', value })}
    />
  </Field>
)

const Device = ({ wizard }: StepProps) => {
  const { code } = wizard.snapshot.context
  if (!code) return null
  return (
    <div className="stack" role="status">
      <p>
        Open <Out href={code.verification_uri_complete ?? code.verification_uri}>{code.verification_uri}</Out> and enter
        this code:
      </p>
      <p className={classes.code}>{code.user_code}</p>
      <p className="muted small">
        This page continues once you have confirmed there. The code expires <Time at={code.expires} />.
      </p>
    </div>
  )
}

const AuthenticateStep = (props: StepProps) => {
  const { setting, wizard } = props
  const { snapshot, ref } = wizard
  const { draft } = snapshot.context
  const host = (url: string | null | undefined) => (url ? new URL(url).host : 'the provider')
  if (snapshot.hasTag('code')) return <Device {...props} />
  if (draft.grant === 'password')
    return (
      <>
        <Field label="User name">
          <TextInput
            autoComplete="off"
            value={draft.username}
            onValue={(value) => ref.send({ type: 'CHANGE', path: 'username', value })}
          />
        </Field>
        <Field label="Password" hint={`It is sent to ${host(setting.settings.token_url)} once, and not stored.`}>
          <TextInput
            type="password"
            autoComplete="new-password"
            value={draft.password}
            onValue={(value) => ref.send({ type: 'CHANGE', path: 'password', value })}
          />
        </Field>
      </>
    )
  if (draft.grant === 'authorization_code' || draft.grant === 'oauth1')
    return (
      <>
        <p>You sign in at {host(setting.settings.authorize_url)}, which sends you back here.</p>
        <CallbackAddress settings={setting.settings} />
      </>
    )
  if (draft.grant === 'device_code') return <p>{host(setting.settings.device_url)} gives a code to enter there.</p>
  return <p>The server asks {host(setting.settings.token_url)} for a token.</p>
}

const STEPS = [
  { id: 'name', title: 'Name', Step: NameStep },
  { id: 'grant', title: 'Grant', Step: GrantStep },
  { id: 'scopes', title: 'Scopes', Step: ScopesStep },
  { id: 'authenticate', title: 'Authenticate', Step: AuthenticateStep },
] as const

const Wizard = ({ setting, token }: WizardProps & { token: { id: string; name: string } | null }) => {
  const { id, meta, settings } = setting
  const input = useMemo(
    () => ({
      tokenId: token?.id ?? null,
      draft: {
        name: token?.name ?? meta.name,
        grant: offeredGrants(settings)[0] ?? 'client_credentials',
        scopes: (settings.scopes ?? []).join(' '),
        username: '',
        password: '',
      },
    }),
    [token, meta.name, settings],
  )
  const wizard = useTokenWizard(setting, input)
  const { snapshot } = wizard
  const { problem, obtained } = snapshot.context
  if (snapshot.matches('done'))
    return (
      <Card label="Token">
        <EmptyState
          title="The token is stored"
          actions={
            <>
              <Go to="token" params={{ tokenId: obtained ?? '' }} kind="primary">
                Open the token
              </Go>
              <Go to="auth-setting-tokens" params={{ authId: id }} kind="secondary">
                All tokens
              </Go>
            </>
          }
        >
          Choose it in the form of a monitor, under Authentication. It is refreshed before it expires, where the
          provider allows that.
        </EmptyState>
      </Card>
    )
  const steps = STEPS.filter(({ id: step }) => step !== 'scopes' || snapshot.context.draft.grant !== 'oauth1')
  const at = steps.findIndex((step) => snapshot.matches(step.id))
  const { title, Step } = steps[at] ?? STEPS[0]
  const isLast = at === steps.length - 1
  return (
    <div className={classes.narrow}>
      <Form command={isLast ? 'token.connect' : 'token.next'} label={`Step ${at + 1}: ${title.toLowerCase()}`}>
        <Card title={title} sub={`Step ${at + 1} of ${steps.length}`}>
          <div className="stack">
            {problem !== null && (
              <Notice kind="fail" urgent title={problem.replace(/^(?:auth_id|flow_id|username|password): /, '')} />
            )}
            <Step setting={setting} wizard={wizard} />
            <div className="row">
              {isLast && !snapshot.hasTag('code') && (
                <Act command="token.connect" kind="primary" pending={snapshot.hasTag('busy')} />
              )}
              {!isLast && <Act command="token.next" kind="primary" />}
              {at > 0 && <Act command="token.back" kind="ghost" />}
            </div>
          </div>
        </Card>
      </Form>
    </div>
  )
}

const Start = ({ setting }: WizardProps) => {
  const { search } = useCurrentRoute()
  useTitle('Get a token')
  const list = useResource('token.list', search.token === undefined ? null : {})
  const known = list.data?.results.find(({ id }) => id === search.token)
  const type = AUTH_TYPES[setting.settings.auth_type]
  if (search.token !== undefined && !list.data && !list.error) return null
  return (
    <>
      <PageHead title={known ? `Authenticate ${known.meta.name}` : 'Get a token'} lead={`From ${setting.meta.name}`} />
      {offeredGrants(setting.settings).length === 0 ? (
        <Card label="Token">
          <EmptyState
            title="Tokens of this type are entered"
            actions={<Act command="token.enter" args={{ 'auth-setting': setting.id }} kind="primary" />}
          >
            {type.grants.length === 0
              ? `${type.title} has no provider that hands out tokens.`
              : 'The auth setting has no URLs of a provider: enter them to obtain tokens there.'}
          </EmptyState>
        </Card>
      ) : (
        <Wizard setting={setting} token={known ? { id: known.id, name: known.meta.name } : null} />
      )}
    </>
  )
}

/** Steps to a token of an auth setting. */
const TokenWizardScreen = () => {
  const { authId = '' } = useCurrentRoute().params
  return (
    <OneSetting key={authId} id={authId}>
      {(setting) => <Start setting={setting} />}
    </OneSetting>
  )
}

export default TokenWizardScreen
