import type { ReplayPicture } from '../../../machines/alerts/replay.ts'
import { messagesOf } from '../../domain/alerts/replay-tally.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Time } from '../parts/text/Time.tsx'
import classes from './alerts.module.css'
import { replayLook } from './replay-look.ts'
import { ResultLink, TargetLink } from './TargetLink.tsx'

type Message = ReplayPicture['messages'][number]

const Item = ({ message }: { message: Message }) => {
  const { category, word } = replayLook(message.outcome)
  return (
    <li className={classes.item}>
      <span className={classes.became}>
        <Badge category={category} word={word} look="plain" />
      </span>
      <div className={classes.words}>
        <p>{message.what}</p>
        <p className="muted small">{message.why}</p>
        <div className={classes.about}>
          {message.call_id !== null && (
            <TargetLink kind={message.call_kind} id={message.call_id}>
              {message.call_name}
            </TargetLink>
          )}
          <ResultLink kind={message.call_kind} resultId={message.result_id}>
            Result
          </ResultLink>
          <Time at={message.time} />
        </div>
      </div>
    </li>
  )
}

/** Messages that a rule would have sent, newest first, each with its reason. */
export const ReplayMessages = ({ picture: { messages, totals } }: { picture: ReplayPicture }) => {
  const all = messagesOf(totals)
  return (
    <Card
      title="Messages it would have sent"
      sub={all > messages.length ? `newest ${messages.length} of ${formats.count(all)}` : formats.count(all)}
      flush
    >
      <ul className={classes.list}>
        {messages.map((message) => (
          <Item key={`${message.call_id} ${message.result_id} ${message.outcome} ${message.time}`} message={message} />
        ))}
      </ul>
    </Card>
  )
}
