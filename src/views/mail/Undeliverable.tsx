import { Card } from '../parts/text/Card.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './mail.module.css'
import type { OutboxStatus } from './mail-words.ts'

/** Addresses that the mail server refused for good. */
export const Undeliverable = ({ addresses }: { addresses: OutboxStatus['undeliverable'] }) =>
  addresses.length === 0 ? null : (
    <Card title="Addresses that were refused" sub="until mail is delivered there again" flush>
      <ul className={classes.addresses}>
        {addresses.map(({ email, reason, since }) => (
          <li key={email}>
            <div>
              <strong>{email}</strong>
              <small>{reason}</small>
            </div>
            <span className="sec">
              since <Time at={since} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
