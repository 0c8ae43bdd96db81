import { tip } from '../parts/overlay/tip.ts'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './mail.module.css'
import { type Mail, statusWords } from './mail-words.ts'

/** Status of a mail, and its error if it was not sent. */
export const MailOutcome = ({ mail, whole }: { mail: Mail; whole?: boolean }) => {
  const { category, word } = statusWords[mail.status]
  return (
    <span className={classes.outcome}>
      <StatusShape category={category} />
      <span>
        {word}
        {mail.status === 'waiting' && mail.tries > 0 && mail.next_try && (
          <>
            , next try <Time at={mail.next_try} />
          </>
        )}
        {mail.error !== null && (
          <small className={whole ? undefined : 'trunc'} {...(whole ? {} : tip(mail.error, 'cut'))}>
            {mail.error}
          </small>
        )}
      </span>
    </span>
  )
}
