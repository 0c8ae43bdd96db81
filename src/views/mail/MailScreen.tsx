import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Code } from '../parts/text/Code.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Time } from '../parts/text/Time.tsx'
import { MailOutcome } from './MailOutcome.tsx'
import classes from './mail.module.css'
import { kindWords, type Mail } from './mail-words.ts'

const whyNothing = ({ status, tries }: Mail): string => {
  if (status === 'sent') return 'The text of sent mail is not kept, because it may contain a sign-in link.'
  return tries === 0
    ? 'The text is written when the mail is sent.'
    : 'The text is written again for each attempt, so that its links are valid.'
}

/** One mail of the outbox: what became of it, and what it says where it is here. */
const MailScreen = () => {
  const { mailId = '' } = useCurrentRoute().params
  const { data, error, status, refetch } = useResource('outbox.read', { params: { mailId } })
  const outbox = useResource('outbox.status', {})
  const isSlow = useSlow(status === 'pending' && !data)
  const title = data ? (data.subject ?? kindWords(data.kind)) : undefined
  useTitle(title)
  if (!data) {
    if (error) return <LoadError page error={error} refetch={refetch} back={{ to: 'outbox', label: 'All mail' }} />
    return isSlow ? <Loading label="Mail" /> : null
  }
  return (
    <>
      <PageHead
        title={title}
        lead={`To ${data.to}`}
        actions={
          data.status !== 'sent' &&
          outbox.data?.server && <Act command="mail.retry" args={{ mail: data.id }} icon="reload" />
        }
      />
      <div className={classes.columns}>
        <Card
          title="Text"
          actions={data.text !== null && <Act command="mail.copy" kind="ghost" size="small" icon="copy" />}
        >
          {data.text === null ? (
            <p className="muted">{whyNothing(data)}</p>
          ) : (
            <Code text={data.text} label="Text of the mail" className={classes.text} />
          )}
        </Card>
        <Card title="Delivery">
          <div className="stack">
            <MailOutcome mail={data} whole />
            <KeyValues
              items={[
                { name: 'Why', value: kindWords(data.kind) },
                { name: 'Written', value: <Time at={data.created} /> },
                { name: 'Tries', value: data.tries },
                { name: 'Last try', value: data.last_try && <Time at={data.last_try} /> },
                { name: 'Next try', value: data.next_try && <Time at={data.next_try} /> },
                { name: 'Id', value: data.id, mono: true },
              ]}
            />
          </div>
        </Card>
      </div>
    </>
  )
}
export default MailScreen
