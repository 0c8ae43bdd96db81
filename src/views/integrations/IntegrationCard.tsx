import { useState } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { Act } from '../parts/act/Act.tsx'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Form } from '../parts/form/Form.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { Time } from '../parts/text/Time.tsx'

import classes from './integrations.module.css'

/** An integration as the list shows it. */
export type IntegrationRow = AnswerOf<ProductContract['integration.list']>['data'][number]

const STATES = {
  connected: { category: 'PASS', word: 'Connected' },
  error: { category: 'FAIL', word: 'Error' },
  expired: { category: 'WARNING', word: 'Expired' },
} as const

type IntegrationCardProps = {
  readonly orgId: string
  readonly row: IntegrationRow
  /** Whether the provider is configured, so that it can be called. */
  readonly isConfigured: boolean
}

type RenameProps = {
  readonly args: { readonly organization: string; readonly integration_id: string }
  readonly row: IntegrationRow
  readonly onClose: () => void
}

const Rename = ({ args, row, onClose }: RenameProps) => {
  const [name, setName] = useState(row.name)
  const command = { command: 'integration.update', args: { ...args, name } }
  return (
    <Form {...command} label={`Rename ${row.name}`} className={`stack ${classes.narrow}`}>
      <Field label="Name" error={name.trim() === '' ? 'Enter a name.' : null}>
        <TextInput value={name} maxLength={400} onValue={setName} />
      </Field>
      <div className="row">
        <Act {...command} kind="primary" size="small" submits />
        <FormButton label="Cancel" icon="close" kind="ghost" size="small" onPress={onClose} />
      </div>
    </Form>
  )
}

/** One connected account at a provider: its state, and what can be done with it. */
export const IntegrationCard = ({ orgId, row, isConfigured }: IntegrationCardProps) => {
  const [isRenaming, setRenaming] = useState(false)
  const args = { organization: orgId, integration_id: row.id }
  const { status, error } = row
  return (
    <Card
      title={row.name}
      sub={<Badge {...STATES[status]} look="soft" />}
      actions={
        <span className={classes.acts}>
          {isConfigured && (
            <Act command="integration.test" args={args} kind="ghost" size="small" label={`Test ${row.name}`}>
              Test
            </Act>
          )}
          {!isRenaming && (
            <FormButton
              label={`Rename ${row.name}`}
              icon="edit"
              kind="ghost"
              size="small"
              iconOnly
              onPress={() => setRenaming(true)}
            />
          )}
          <Act
            command="integration.remove"
            args={args}
            kind="ghost"
            size="small"
            icon="trash"
            iconOnly
            label={`Disconnect ${row.name}`}
          />
        </span>
      }
    >
      <div className="stack">
        {status !== 'connected' && (
          <Notice
            kind={status === 'error' ? 'fail' : 'warning'}
            title={status === 'error' ? 'The last call failed' : `${row.provider_name} no longer accepts its tokens`}
            actions={
              isConfigured && (
                <Act command="integration.reconnect" args={args} size="small" label={`Reconnect ${row.name}`}>
                  Reconnect
                </Act>
              )
            }
          >
            {error}
          </Notice>
        )}
        {isRenaming && <Rename args={args} row={row} onClose={() => setRenaming(false)} />}
        <KeyValues
          items={[
            { name: 'Provider', value: row.provider_name },
            { name: 'Account', value: row.account },
            { name: 'Domain', value: row.domain, mono: true },
            { name: 'Scopes', value: row.scopes.join(', '), mono: true },
            {
              name: 'Connected',
              value: (
                <>
                  <Time at={row.created} />
                  {row.created_by && ` by ${row.created_by.name}`}
                </>
              ),
            },
            { name: 'Last used', value: row.last_used === null ? 'Not yet' : <Time at={row.last_used} /> },
            { name: 'Id', value: row.id, mono: true },
          ]}
        />
      </div>
    </Card>
  )
}
