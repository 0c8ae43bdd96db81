import { SHOWN_ONCE } from '../../../machines/navigation.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useUnsaved } from '../core/use-unsaved.ts'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Code } from '../parts/text/Code.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { VerifyCard } from './VerifyCard.tsx'
import type { Webhook } from './webhook-list.ts'

/** A new webhook's signing secret, shown only once, and how the receiver uses it. Leaving asks first. */
export const SecretOnce = ({ webhook }: { webhook: Webhook }) => {
  const { id, name, parameters } = webhook
  const secret = parameters.secret ?? ''
  useTitle(name)
  useUnsaved(SHOWN_ONCE)
  return (
    <>
      <PageHead
        title={name}
        lead="The alert is created. Give its receiver the signing secret."
        actions={
          <>
            <Act command="webhook.test" args={{ webhook: id }} icon="play" />
            <Act command="webhook.secret-stored" args={{ webhook: id }} kind="primary" hint={false} />
          </>
        }
      />
      <div className="form stack">
        <Card
          title="Signing secret"
          actions={
            <Act
              command="text.copy"
              args={{ text: secret, what: 'Signing secret' }}
              size="small"
              icon="copy"
              label="Copy secret"
            />
          }
        >
          <div className="stack">
            <Code label="Signing secret" text={secret} />
            <Notice kind="warning">
              It is shown only once. Whoever has it can send messages that look like these; keep it where your other
              secrets are.
            </Notice>
          </div>
        </Card>
        <VerifyCard secret={secret} />
      </div>
    </>
  )
}
