import { Act } from '../parts/act/Act.tsx'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './federation.module.css'
import type { Tested } from './IdentityProvidersScreen.tsx'
import type { ProviderRow } from './provider-form.ts'

const admitted = ({ admits, domains }: ProviderRow): string => {
  if (!admits) return 'Need an account first'
  return domains.length === 0 ? 'Get an account' : `Get an account with an address at ${domains.join(', ')}`
}

/** What a test of the provider found. */
const Findings = ({ tested }: { tested: Tested }) => (
  <ul className={classes.findings} aria-label="Outcome of the test" aria-live="polite">
    {tested.findings.map(({ ok, text }) => (
      <li key={text}>
        <Badge category={ok ? 'PASS' : 'FAIL'} word={ok ? 'OK' : 'Wrong'} look="soft" /> <span>{text}</span>
      </li>
    ))}
  </ul>
)

type ProviderCardProps = {
  readonly row: ProviderRow
  readonly tested: Tested | undefined
  readonly onChange: () => void
}

/** One OpenID provider. */
export const ProviderCard = ({ row, tested, onChange }: ProviderCardProps) => (
  <Card
    title={row.name}
    sub={row.enabled ? 'on the sign-in page' : 'not offered'}
    actions={
      <span className="row">
        <Act
          command="identity-provider.test"
          args={{ identity_provider: row.id }}
          kind="ghost"
          size="small"
          hint={false}
        />
        <FormButton label={`Change ${row.name}`} icon="edit" kind="ghost" size="small" iconOnly onPress={onChange} />
        <Act
          command="identity-provider.remove"
          args={{ identity_provider: row.id }}
          kind="ghost"
          size="small"
          icon="trash"
          iconOnly
          label={`Delete ${row.name}`}
        />
      </span>
    }
  >
    <div className="stack">
      {tested && <Findings tested={tested} />}
      <KeyValues
        items={[
          { name: 'Issuer', value: row.issuer, mono: true },
          { name: 'Callback URL', value: row.callback_url, mono: true },
          { name: 'Client ID', value: row.client_id, mono: true },
          { name: 'Client secret', value: row.has_secret ? 'stored' : 'none (public client)' },
          { name: 'Scopes', value: row.scopes.join(' '), mono: true },
          { name: 'Button', value: row.button },
          { name: 'New people', value: admitted(row) },
          { name: 'Accounts', value: formats.count(row.accounts) },
          { name: 'Changed', value: <Time at={row.last_update} /> },
        ]}
      />
    </div>
  </Card>
)
