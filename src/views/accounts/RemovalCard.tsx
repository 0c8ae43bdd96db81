import { useState } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { usePerform } from '../core/use-world.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import classes from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Field } from '../parts/form/Field.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import type { Profile } from './profile.ts'

type Plan = AnswerOf<ProductContract['account.removal']>

/** Names that a sentence lists before it counts the rest. */
const NAMED = 5

const named = (rows: readonly { readonly name: string }[], count: number): string => {
  const names = rows.slice(0, NAMED).map(({ name }) => `“${name}”`)
  const more = count - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${formats.count(more)} more` : ''}`
}

/** What stands in the way. */
const Obstacles = ({ plan }: { plan: Plan }) => (
  <Notice kind="warning" title="Your account cannot be deleted yet">
    <ul className={classes.plan}>
      {plan.last_site_admin && <li>You are the last site admin: make another account a site admin first.</li>}
      {plan.organizations.length > 0 && (
        <li>
          You are the last ADMIN of {named(plan.organizations, plan.counts.organizations)}: name another one, or delete
          the organization first.
        </li>
      )}
      {plan.orphaned_projects.length > 0 && (
        <li>
          Other people use {named(plan.orphaned_projects, plan.counts.orphaned_projects)}, which only you own: make
          somebody OWNER, or delete the project first.
        </li>
      )}
    </ul>
  </Notice>
)

/** What becomes of what the account owns. */
const Consequences = ({ plan }: { plan: Plan }) => (
  <ul className={classes.plan}>
    {plan.deleted_projects.length > 0 && (
      <li>
        Deleted with it, because nobody else can enter: {named(plan.deleted_projects, plan.counts.deleted_projects)}.
      </li>
    )}
    {plan.api_keys.length > 0 && (
      <li>
        Refused afterwards, because you created them:{' '}
        {named(
          plan.api_keys.map(({ name, project }) => ({ name: `${name}, ${project}` })),
          plan.counts.api_keys,
        )}
        .
      </li>
    )}
    <li>Monitors, schedules and tokens that you made in shared projects stay there.</li>
    <li>Your sessions end, and no more mail is sent to your address. The audit log stays.</li>
  </ul>
)

/** Deletes the account: says what it takes along, and asks for the password and the address. */
export const RemovalCard = ({ profile }: { profile: Profile }) => {
  const perform = usePerform()
  const { data, error, status, refetch } = useResource('account.removal', {})
  const isSlow = useSlow(status === 'pending' && !data)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const isMissing = profile.has_password && password === ''
  return (
    <Card title="Delete your account" className={classes.danger}>
      {data ? (
        <form
          className="stack"
          noValidate
          aria-label="Delete your account"
          onSubmit={(event) => {
            event.preventDefault()
            setProblem(isMissing ? 'Enter your current password.' : undefined)
            if (!isMissing) perform('account.remove', profile.has_password ? { password } : {})
          }}
        >
          {data.possible ? <Consequences plan={data} /> : <Obstacles plan={data} />}
          {data.possible && profile.has_password && (
            <Field label="Current password" error={problem}>
              <TextInput type="password" autoComplete="current-password" value={password} onValue={setPassword} />
            </Field>
          )}
          {data.possible && (
            <div>
              <Act command="account.remove" kind="danger-ghost" icon="trash" submits hint={false} />
            </div>
          )}
        </form>
      ) : error ? (
        <LoadError error={error} refetch={refetch} />
      ) : (
        isSlow && <Loading page={false} />
      )}
    </Card>
  )
}
