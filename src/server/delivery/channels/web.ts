import { signatureHeaders } from '../signing.ts'
import { http, json } from './channel.ts'

/** The signed JSON payload, with a basic credential if one is configured. */
export const webhook = http((message, { url = '', username, password = '', secret = '' }, { nowMs }) => {
  const { payload, acknowledgeUrl } = message
  const outgoing = json(url, acknowledgeUrl ? { ...payload, acknowledge_url: acknowledgeUrl } : payload, {
    ...(username !== undefined && {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    }),
  })
  const signed = signatureHeaders(secret, { id: message.id, sentMs: nowMs, body: outgoing.body })
  return { ...outgoing, headers: { ...outgoing.headers, ...signed } }
})
