import { callOrigins } from '../../domain/auth/auth-origins.ts'
import { AUTH_TYPES } from '../../domain/auth/auth-types.ts'
import { missingAuth, missingAuthSentence } from '../../domain/auth/missing-auth.ts'
import { TOKEN_STATUS_WORDS } from '../../domain/auth/token-status.ts'
import { secretOrigins } from '../../domain/secrets/secret-origins.ts'
import { useResource } from '../core/use-resource.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Select } from '../parts/form/Select.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import type { MonitorFormState } from './monitor-table.ts'

/** The auth setting of a monitor and its token, with links to both. Settings of the called host come first. */
export const AuthCard = ({ form }: { form: MonitorFormState }) => {
  const { draft, base, change } = form
  const { auth_id: authId, token_id: tokenId } = draft.request
  const listed = useResource('auth-setting.list', {}).data
  const listedTokens = useResource('token.list', {}).data
  const settings = listed?.results ?? []
  const tokens = listedTokens?.results ?? []
  const setting = settings.find(({ id }) => id === authId)
  const type = setting && AUTH_TYPES[setting.settings.auth_type]
  const [origin] = secretOrigins({ url: draft.request.url, headers: [] })
  const isOf = (each: (typeof settings)[number]) =>
    origin !== undefined && callOrigins(each.settings, each.meta.domain).includes(origin)
  const offered = [...settings.filter(isOf), ...settings.filter((each) => !isOf(each))]
  const own = tokens.filter(
    ({ id, meta }) => meta.auth_id === authId && (meta.mine || id === tokenId || id === base.request.token_id),
  )
  // Lists of more than one page do not say what is missing.
  const missing =
    listed && listedTokens && !listed.meta.more && !listedTokens.meta.more
      ? missingAuth(
          { auth_id: authId || null, token_id: tokenId || null },
          { setting: setting !== undefined, token: own.some(({ id }) => id === tokenId) },
        )
      : null
  const choose = (id: string) => {
    const first = tokens.filter(({ meta }) => meta.auth_id === id && meta.mine)
    change('request', { ...draft.request, auth_id: id, token_id: first.length === 1 ? (first[0]?.id ?? '') : '' })
  }
  return (
    <Card title="Authentication" sub={setting ? type?.title : 'none'}>
      <div className="stack">
        <FormField form={form} name="request.auth_id">
          <Select
            id={fieldId('request.auth_id')}
            value={authId}
            onValue={choose}
            options={[
              { value: '', label: 'None' },
              ...(missing === 'auth setting' ? [{ value: authId, label: 'Deleted auth setting' }] : []),
              ...offered.map(({ id, meta }) => ({ value: id, label: meta.name })),
            ]}
          />
        </FormField>
        {setting && type && type.token.length > 0 && (
          <FormField form={form} name="request.token_id">
            <Select
              id={fieldId('request.token_id')}
              value={tokenId}
              onValue={(id) => change('request.token_id', id)}
              options={[
                { value: '', label: own.length === 0 ? 'No token yet' : 'No token' },
                ...(missing === 'token' ? [{ value: tokenId, label: 'Deleted token' }] : []),
                ...own.map(({ id, meta, status }) => ({
                  value: id,
                  label: `${meta.name} (${TOKEN_STATUS_WORDS[status].toLowerCase()})`,
                })),
              ]}
            />
          </FormField>
        )}
        {missing && <Notice kind="fail" title={missingAuthSentence(missing)} />}
        {setting && type?.needsToken && tokenId === '' && (
          <Notice kind="warning">Without a token, the call is made without credentials.</Notice>
        )}
        {setting && origin !== undefined && !isOf(setting) && setting.settings.auth_type !== 'NONE' && (
          <Notice kind="warning" title={`No credentials are sent to ${origin}.`}>
            Add it to the allowed origins of the auth setting, or the call is not made.
          </Notice>
        )}
        <div className="row">
          {setting ? (
            <>
              <Go to="auth-setting" params={{ authId }} kind="text">
                Open the auth setting
              </Go>
              {tokenId !== '' && (
                <Go to="token" params={{ tokenId }} kind="text">
                  Open the token
                </Go>
              )}
              {type && type.token.length > 0 && own.length === 0 && (
                <Go to="auth-setting-tokens" params={{ authId }} kind="text">
                  Get a token
                </Go>
              )}
            </>
          ) : (
            <Act command="auth-setting.new" size="small" kind="ghost" icon="plus" hint={false} />
          )}
        </div>
      </div>
    </Card>
  )
}
