import { jsonText, parseJson } from '../../domain/core/exact-json.ts'
import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Dialog } from '../parts/overlay/Dialog.tsx'
import { Code } from '../parts/text/Code.tsx'
import { DeliveryState } from '../parts/text/DeliveryState.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './detail.module.css'
import { ResultLink } from './TargetLink.tsx'

const headLines = (request: {
  method: string
  url: string
  headers: readonly { key: string; value: string }[]
}): string =>
  [`${request.method} ${request.url}`, ...request.headers.map(({ key, value }) => `${key}: ${value}`)].join('\n')

const isJson = (text: string): boolean => /^\s*[{[]/.test(text)

const indented = (text: string): string => {
  try {
    return jsonText(parseJson(text), 2)
  } catch {
    return text
  }
}

const Message = ({ webhookId, deliveryKey }: { webhookId: string; deliveryKey: string }) => {
  const { data, error } = useResource('delivery.read', { params: { id: webhookId, key: deliveryKey } })
  if (!data) return <p className="muted">{error ? error.message : 'Loading...'}</p>
  const { delivery, request, subject, content } = data
  return (
    <>
      <KeyValues
        items={[
          { name: 'Status', value: <DeliveryState delivery={delivery} whole /> },
          { name: delivery.monitor?.kind === 'workflow' ? 'Workflow' : 'Monitor', value: delivery.monitor?.name },
          ...(delivery.recipient ? [{ name: 'To', value: delivery.recipient }] : []),
          { name: 'Queued', value: <Time at={delivery.time} as="full" /> },
          { name: 'Last try', value: delivery.last_try && <Time at={delivery.last_try} as="full" /> },
          ...(delivery.next_try ? [{ name: 'Next try', value: <Time at={delivery.next_try} as="full" /> }] : []),
          { name: 'Tries', value: `${delivery.tries}` },
          ...(subject ? [{ name: 'Subject', value: subject }] : []),
        ]}
      />
      {request && <Code language="http" label="Request" text={headLines(request)} short />}
      {content !== '' && (
        <Code
          language={isJson(content) ? 'json' : 'text'}
          label="What is sent"
          text={isJson(content) ? indented(content) : content}
          short
          className={classes.content}
        />
      )}
      {delivery.result_id && (
        <p>
          <ResultLink kind={delivery.monitor?.kind ?? null} resultId={delivery.result_id} look="text">
            Open the result
          </ResultLink>
          {delivery.monitor?.kind === 'monitor' && (
            <>
              {' · '}
              <Go to="result-difference" params={{ resultId: delivery.result_id }} kind="text">
                Compare with last pass
              </Go>
            </>
          )}
        </p>
      )}
    </>
  )
}

/** One message: what is sent, its secrets masked, and what became of it. */
export const DeliveryDialog = ({ webhookId, deliveryKey }: { webhookId: string; deliveryKey: string }) => (
  <Dialog
    title="Message"
    closing={{ command: 'delivery.hide' }}
    actions={
      <>
        <Act
          command="delivery.retry"
          args={{ webhook: webhookId, message: deliveryKey }}
          icon="reload"
          kind="primary"
        />
        <Act command="delivery.hide" label="Close" />
      </>
    }
    className={classes.dialog}
  >
    <Message webhookId={webhookId} deliveryKey={deliveryKey} />
  </Dialog>
)
