import { Act } from '../parts/act/Act.tsx'
import { Out } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Code } from '../parts/text/Code.tsx'

const VERIFY = `import { Webhook } from 'standardwebhooks'

const message = new Webhook(process.env.SONDE_WEBHOOK_SECRET)
  .verify(await request.text(), Object.fromEntries(request.headers))`

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
      <Card
        title="Verify it"
        sub="in the receiver"
        actions={
          <Act command="text.copy" args={{ text: VERIFY, what: 'Code' }} size="small" icon="copy" label="Copy code" />
        }
      >
        <Code label="Code that verifies a message" text={VERIFY} />
      </Card>
    )}
  </>
)
