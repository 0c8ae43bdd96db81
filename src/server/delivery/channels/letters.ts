import {
  type AlertMessage,
  isTemplateVariable,
  sentenceOf,
  templateVariables,
} from '../../../domain/alerts/alert-message.ts'
import { readTemplate, renderTemplate } from '../../../domain/alerts/alert-template.ts'
import { inHtml } from '../../../domain/core/in-html.ts'
import { clipped, type MailChannel } from './channel.ts'
import { colourOf, factsOf, headline, linkedOf } from './facts.ts'

const LONGEST_SUBJECT = 400

/** Makes a subject one line, whatever the monitor's name is. */
const oneLine = (text: string): string => clipped(text.replace(/\s+/g, ' ').trim(), LONGEST_SUBJECT)

const failureText = ({ webhook, isTest }: AlertMessage): string =>
  isTest
    ? `This is a test of the alert “${webhook.name}” in Sonde. There is no incident.`
    : `You get this because your address is in the alert “${webhook.name}” in Sonde.`

const footer = (message: AlertMessage, unsubscribe: string): string =>
  `-- \n${failureText(message)}\nUnsubscribe: ${unsubscribe}\n`

const textOf = (message: AlertMessage, unsubscribe: string): string => {
  const facts = factsOf(message)
  const width = Math.max(...facts.map(({ label }) => label.length)) + 2
  return [
    sentenceOf(message),
    facts.map(({ label, text }) => `${`${label}:`.padEnd(width)}${text}`).join('\n'),
    `The ${linkedOf(message)}:\n${message.payload.result_url}`,
    ...(message.acknowledgeUrl ? [`Acknowledge, so that nobody is reminded:\n${message.acknowledgeUrl}`] : []),
    footer(message, unsubscribe),
  ].join('\n\n')
}

const acknowledgeButton = ({ acknowledgeUrl }: AlertMessage): string =>
  acknowledgeUrl
    ? ` <a href="${inHtml(acknowledgeUrl)}" style="display:inline-block;padding:7px 15px;border-radius:6px;border:1px solid #c9ced8;color:#14171c;text-decoration:none">Acknowledge</a>`
    : ''

const html = (message: AlertMessage, unsubscribe: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${inHtml(headline(message))}</title></head>
<body style="margin:0;padding:32px 16px;background:#ffffff;color:#14171c;font:15px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="font-weight:600;margin:0 0 16px">Sonde</p>
<div style="border-left:4px solid ${colourOf(message)};padding:4px 0 4px 16px;margin:0 0 24px">
<h1 style="font-size:19px;line-height:1.3;margin:0 0 8px;overflow-wrap:anywhere">${inHtml(headline(message))}</h1>
<p style="margin:0;overflow-wrap:anywhere">${inHtml(sentenceOf(message))}</p>
</div>
<table role="presentation" style="border-collapse:collapse;width:100%;font-size:14px;margin:0 0 24px">
${factsOf(message)
  .map(
    ({ label, text }) =>
      `<tr><td style="padding:6px 16px 6px 0;color:#5d6574;vertical-align:top;white-space:nowrap">${inHtml(label)}</td><td style="padding:6px 0;overflow-wrap:anywhere">${inHtml(text)}</td></tr>`,
  )
  .join('\n')}
</table>
<p style="margin:0 0 8px"><a href="${inHtml(message.payload.result_url)}" style="display:inline-block;padding:8px 16px;border-radius:6px;background:#2447be;color:#ffffff;text-decoration:none">Open the ${linkedOf(message)}</a>${acknowledgeButton(message)}</p>
<p style="color:#5d6574;font-size:13px;border-top:1px solid #e6e8ed;padding-top:12px;margin:24px 0 0">${inHtml(failureText(message))} <a href="${inHtml(unsubscribe)}" style="color:#5d6574">Unsubscribe</a></p>
</div>
</body></html>
`

/** The default mail, as text and HTML. */
export const email: MailChannel = {
  via: 'mail',
  letter: (message, _, unsubscribe) => ({
    subject: oneLine(headline(message)),
    text: textOf(message, unsubscribe),
    html: html(message, unsubscribe),
  }),
}

/** The default mail as text only. */
export const emailText: MailChannel = {
  via: 'mail',
  letter: (message, _, unsubscribe) => ({ subject: oneLine(headline(message)), text: textOf(message, unsubscribe) }),
}

/** A mail from the webhook's own templates, as text, followed by the unsubscribe link. */
export const emailTemplate: MailChannel = {
  via: 'mail',
  letter: (message, { subject_template = '', text_template = '' }, unsubscribe) => {
    const variables = templateVariables(message)
    const rendered = (source: string) => renderTemplate(readTemplate(source, isTemplateVariable), variables)
    return {
      subject: oneLine(rendered(subject_template)) || oneLine(headline(message)),
      text: `${rendered(text_template)}\n\n${footer(message, unsubscribe)}`,
    }
  },
}
