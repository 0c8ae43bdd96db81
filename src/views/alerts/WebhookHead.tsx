import { WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { SnoozeMenu } from './SnoozeMenu.tsx'
import { TypeGlyph } from './TypeGlyph.tsx'
import type { Webhook } from './webhook-list.ts'
import { destinationWords } from './webhook-type.ts'

/** Head of an alert's page: its name, type and actions. */
export const WebhookHead = ({ webhook, editing = false }: { webhook: Webhook; editing?: boolean }) => {
  const { id, name, web_hook_type: type, enabled } = webhook
  const args = { webhook: id }
  const destination = destinationWords(webhook)
  return (
    <PageHead
      title={name}
      badge={<TypeGlyph type={type} />}
      badgeFirst
      lead={
        <>
          {WEBHOOK_TYPES[type].title}
          {destination !== '' && <span className="mono"> {destination}</span>}
        </>
      }
      actions={
        editing ? (
          <Go to="webhook" params={{ webhookId: id }} kind="secondary">
            Messages
          </Go>
        ) : (
          <>
            <Menu
              label="More actions"
              icon="more"
              iconOnly
              items={[
                { command: 'webhook.duplicate', args, icon: 'copy' },
                { command: enabled ? 'webhook.disable' : 'webhook.enable', args },
                'rule',
                { command: 'webhook.remove', args, icon: 'trash', danger: true },
              ]}
            />
            <SnoozeMenu webhook={webhook} full />
            <Act command="webhook.edit" args={args} icon="edit" />
            <Act command="webhook.test" args={args} icon="play" kind="primary" />
          </>
        )
      }
    />
  )
}
