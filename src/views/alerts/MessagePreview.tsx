import { useMemo, useState } from 'react'
import { TEMPLATE_VARIABLES, templateVariables } from '../../domain/alerts/alert-message.ts'
import { readTemplate, renderTemplate } from '../../domain/alerts/alert-template.ts'
import { exampleMessage } from '../../domain/alerts/example-message.ts'
import { Segmented } from '../parts/form/Segmented.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Code } from '../parts/text/Code.tsx'
import classes from './form.module.css'
import type { WebhookForm } from './webhook-form.ts'

const KINDS = [
  { value: 'alert', label: 'Alert' },
  { value: 'recovery', label: 'Back to normal' },
]

/** The message that a form's alert would send, about an example monitor. */
const useExample = (form: WebhookForm, kind: 'alert' | 'recovery') => {
  const [now] = useState(Date.now)
  const category = form.alerts[0] ?? 'FAIL'
  const { name } = form
  return useMemo(
    () =>
      exampleMessage({
        webhook: { id: 'example', name: name === '' ? 'this alert' : name },
        monitor: null,
        kind,
        category,
        resultUrl: (id) => `${location.origin}/tests/result/${id}/`,
        now,
        id: 'msg_example',
      }),
    [name, kind, category, now],
  )
}

const MailPreview = ({ form, kind }: { form: WebhookForm; kind: 'alert' | 'recovery' }) => {
  const example = useExample(form, kind)
  const { subject_template: subject = '', text_template: text = '' } = form.parameters
  const rendered = useMemo(() => {
    const variables = templateVariables(example)
    const isKnown = (path: string) =>
      path.startsWith('context.') || TEMPLATE_VARIABLES.some(({ name }) => name === path)
    const made = (source: string) => renderTemplate(readTemplate(source, isKnown), variables)
    return { subject: made(subject), text: made(text) }
  }, [example, subject, text])
  return (
    <div className={classes.letter}>
      <p className={classes.subject}>
        {rendered.subject === '' ? <span className="muted">no subject</span> : rendered.subject}
      </p>
      <pre>{rendered.text === '' ? <span className="muted">no text</span> : rendered.text}</pre>
    </div>
  )
}

const Payload = ({ form, kind }: { form: WebhookForm; kind: 'alert' | 'recovery' }) => {
  const { payload } = useExample(form, kind)
  return (
    <Code
      language="json"
      label="Example of the JSON"
      text={JSON.stringify(payload, null, 2)}
      className={classes.payload}
    />
  )
}

/** Preview of the message: the rendered template of a custom mail, or the JSON of a webhook; nothing for other types. */
export const MessagePreview = ({ form }: { form: WebhookForm }) => {
  const [kind, setKind] = useState<'alert' | 'recovery'>('alert')
  if (form.type !== 'email_template' && form.type !== 'webhook') return null
  return (
    <Card
      title="Preview"
      actions={
        <Segmented
          label="Message kind"
          value={kind}
          options={KINDS}
          onValue={(value) => setKind(value === 'recovery' ? 'recovery' : 'alert')}
        />
      }
    >
      {form.type === 'webhook' ? <Payload form={form} kind={kind} /> : <MailPreview form={form} kind={kind} />}
    </Card>
  )
}
