import type { ReactNode } from 'react'
import { AUTH_TYPES } from '../../domain/auth/auth-types.ts'
import { isKeyName } from '../../domain/auth/field-kinds.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { problemAt } from '../kit/form/field-errors.ts'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { PairGrid } from '../parts/form/PairGrid.tsx'
import { Card } from '../parts/text/Card.tsx'
import { AuthFields, grantsOfDraft } from './AuthFields.tsx'
import { type AuthFormState, LINK_TITLES } from './auth-table.ts'
import { CallbackAction } from './CallbackAction.tsx'
import { CallbackAddress } from './CallbackAddress.tsx'
import { OfferedOrigins } from './OfferedOrigins.tsx'
import { OrganizationCertificate } from './OrganizationCertificate.tsx'
import { SecretInput } from './SecretInput.tsx'

/** The part of a setting that a tab edits; a new one is edited whole. */
export type AuthPart = 'settings' | 'keys' | 'certificates' | 'all'

type PartProps = { readonly form: AuthFormState }

const About = ({ form }: PartProps) => (
  <Card title="Service">
    <div className="stack">
      <FormField form={form} name="name" />
      <FormField form={form} name="domain" />
      <FormField form={form} name="origins" />
      <OfferedOrigins form={form} />
    </div>
  </Card>
)

/** Links that are there, or that are wrong, are shown. */
const hasLinks = ({ draft, problems }: AuthFormState): boolean =>
  Object.values(draft.links).some((link) => link !== '') ||
  Object.keys(LINK_TITLES).some((name) => problemAt(problems, `links.${name}`) !== undefined)

const More = ({ form }: PartProps) => (
  <Card title="Variables and notes">
    <div className="stack">
      <FormField form={form} name="variables">
        <PairGrid
          kind="variable"
          pairs={form.draft.variables}
          onPairs={(pairs) => form.change('variables', pairs)}
          onLeave={() => form.touch('variables')}
        />
      </FormField>
      <FormField form={form} name="description" />
      <FormField form={form} name="tags" />
      <details open={hasLinks(form) || undefined}>
        <summary>Links to the provider’s pages</summary>
        <div className="stack">
          {Object.keys(LINK_TITLES).map((name) => (
            <FormField key={name} form={form} name={`links.${name}`} />
          ))}
        </div>
      </details>
    </div>
  </Card>
)

const CertificateSecret = ({ form, name }: PartProps & { name: 'key' | 'passphrase' }) => {
  const { draft, base, fields, problems, change, touch } = form
  const place = `certificate.${name}`
  const words = fields[place]
  return (
    <SecretInput
      label={words?.label ?? ''}
      hint={typeof words?.hint === 'string' ? words.hint : undefined}
      optional={name === 'passphrase'}
      id={fieldId(place)}
      error={problemAt(problems, place)}
      value={draft.certificate[name]}
      stored={base.certificate[name] === MASK}
      lines={name === 'key'}
      onValue={(next) => change(place, next)}
      onLeave={() => touch(place)}
    />
  )
}

/** The callback address, and the way out of a shared one. */
const Callback = ({ form }: PartProps) => {
  const { draft, base, fields, change } = form
  const hint = fields.ownCallback?.hint
  return (
    <>
      {!base.ownCallback && (
        <Checkbox
          id={fieldId('ownCallback')}
          checked={draft.ownCallback}
          hint={typeof hint === 'string' ? hint : undefined}
          onValue={(isOn) => change('ownCallback', isOn)}
        >
          {fields.ownCallback?.label}
        </Checkbox>
      )}
      <CallbackAddress
        settings={{
          auth_type: draft.type,
          own_callback: draft.ownCallback,
          token_url: draft.values.token_url ?? null,
          access_token_url: draft.values.access_token_url ?? null,
        }}
      />
    </>
  )
}

/** Client certificate and key. */
const CertificateCard = ({ form }: PartProps) => (
  <Card title="Client certificate" sub="for servers that demand mutual TLS">
    <div className="stack">
      <OrganizationCertificate form={form} />
      <FormField form={form} name="certificate.cert" />
      <CertificateSecret form={form} name="key" />
      <CertificateSecret form={form} name="passphrase" />
      <p className="muted small">It is shown to the allowed origins alone. Empty the certificate to remove it.</p>
    </div>
  </Card>
)

type AuthSettingFormProps = {
  readonly form: AuthFormState
  readonly part: AuthPart
  /** Stands beside the fields. */
  readonly beside?: ReactNode
}

/** Whether a new setting is of no use without a certificate. */
const takesCertificate = ({ draft }: AuthFormState): boolean =>
  draft.type === 'NONE' || draft.values.client_auth === 'mtls'

/** The form of an auth setting, or the part of it that a tab edits. */
export const AuthSettingForm = ({ form, part, beside }: AuthSettingFormProps) => {
  const type = AUTH_TYPES[form.draft.type]
  const hasKeys = type.fields.some(({ name }) => isKeyName(name))
  const usesCallback = grantsOfDraft(form.draft).some((grant) => grant === 'authorization_code' || grant === 'oauth1')
  return (
    <RecordForm form={form} noun="auth setting" label="Auth setting" beside={beside}>
      {(part === 'all' || part === 'settings') && <About form={form} />}
      {part === 'settings' && type.fields.length > 0 && (
        <Card title={type.title} sub={type.description}>
          <div className="stack">
            <AuthFields form={form} only="settings" />
            {usesCallback && <Callback form={form} />}
            {usesCallback && <CallbackAction form={form} />}
          </div>
        </Card>
      )}
      {part === 'all' && type.fields.length > 0 && (
        <Card title={type.title} sub={type.description}>
          <div className="stack">
            <AuthFields form={form} only="all" />
            {usesCallback && <Callback form={form} />}
            {usesCallback && <CallbackAction form={form} />}
          </div>
        </Card>
      )}
      {part === 'keys' && (
        <Card title="Keys" sub="of the client">
          <div className="stack">
            {hasKeys ? (
              <AuthFields form={form} only="keys" />
            ) : (
              <p className="muted">
                Auth settings of the type {type.title} have no keys: credentials are in their tokens.
              </p>
            )}
          </div>
        </Card>
      )}
      {(part === 'certificates' || (part === 'all' && takesCertificate(form))) && <CertificateCard form={form} />}
      {(part === 'all' || part === 'settings') && <More form={form} />}
    </RecordForm>
  )
}
