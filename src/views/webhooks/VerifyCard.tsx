import { Card } from '../parts/Card.tsx'
import { CodeCard } from '../parts/Code.tsx'
import { Out } from '../parts/Go.tsx'

const VERIFY = `import { Webhook } from 'standardwebhooks'

const message = new Webhook(process.env.SONDE_WEBHOOK_SECRET)
  .verify(await request.text(), request.headers)`

/** How a receiver knows that a message came from here: the secret, and the lines that verify it. */
export const VerifyCard = ({ secret }: { secret?: string }) => (
  <>
    {secret === undefined ? (
      <Card title="Signature">
        <p className="muted">
          Every message is signed after <Out href="https://www.standardwebhooks.com">Standard Webhooks</Out>: headers
          webhook-id, webhook-timestamp and webhook-signature. The secret is shown once, when the alert is created.
        </p>
      </Card>
    ) : (
      <CodeCard title="Verify it" label="Lines that verify a message" text={VERIFY} copying="text.copy" />
    )}
  </>
)
