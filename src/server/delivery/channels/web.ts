import { signatureHeaders } from '../signing.ts'
import { http, json } from './channel.ts'

/** The signed JSON payload, with a basic credential if one is configured. */
export const webhook = http((message, { url = '', username, password = '', secret = '' }, { nowMs }) => {
  const { payload, acknowledgeUrl } = message
  const told = acknowledgeUrl ? { ...payload, acknowledge_url: acknowledgeUrl } : payload
  const { body, ...outgoing } = json(url, told, {
    ...(username !== undefined && {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    }),
  })
  const signed = signatureHeaders(secret, { id: message.id, sentMs: nowMs, body: String(body) })
  return { ...outgoing, body, headers: { ...outgoing.headers, ...signed } }
})
