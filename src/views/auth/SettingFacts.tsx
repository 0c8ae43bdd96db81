import { AUTH_TYPES } from '../../domain/auth/auth-types.ts'
import { useOwnerName } from '../core/use-owner-name.ts'
import { Out } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { type KeyValue, KeyValues } from '../parts/text/KeyValues.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { AuthPart } from './AuthSettingForm.tsx'
import type { AuthSetting } from './auth-form.ts'

const LINKS = { provider: 'Provider', apps: 'Apps', keys: 'Keys', docs: 'Documentation' } as const

const linksOf = ({ meta }: AuthSetting): KeyValue[] =>
  Object.entries(LINKS).flatMap(([name, title]) => {
    const href = meta.documentation[name]
    return href ? [{ name: title, value: <Out href={href}>{new URL(href).host}</Out> }] : []
  })

const certificateOf = ({ client_certificate: own, organization_certificate: shared }: AuthSetting): KeyValue[] => {
  const certificate = own ?? shared
  return certificate === null
    ? [{ name: 'Certificate', value: 'None' }]
    : [
        ...(own === null && shared ? [{ name: 'Name', value: shared.name }] : []),
        { name: 'Subject', value: certificate.subject },
        { name: 'Issuer', value: certificate.issuer },
        { name: 'Expires', value: <Time at={certificate.expires} /> },
      ]
}

/** Facts beside a setting's form: how it is applied, its provider's pages, or its certificate. */
export const SettingFacts = ({ setting, part }: { setting: AuthSetting; part: AuthPart }) => {
  const { meta, settings } = setting
  const owner = useOwnerName(meta.owner)
  const items: KeyValue[] =
    part === 'certificates'
      ? certificateOf(setting)
      : [
          ...linksOf(setting),
          { name: 'Owner', value: owner },
          { name: 'Created', value: <Time at={meta.created} /> },
          { name: 'Updated', value: <Time at={meta.last_update} /> },
        ]
  return (
    <aside className="stack" aria-label="About this auth setting">
      <Card title={part === 'certificates' ? 'Stored certificate' : 'About'}>
        <div className="stack">
          {part !== 'certificates' && (
            <p className="small">{AUTH_TYPES[settings.auth_type].applied.replaceAll('`', '')}</p>
          )}
          <KeyValues items={items} />
        </div>
      </Card>
    </aside>
  )
}
