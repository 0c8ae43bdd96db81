import { signatureHeaders } from '../signing.ts'
import { http, json } from './channel.ts'

/** The payload of 11.5, signed, with a basic credential where the receiver asks for one. */
export const webhook = http((message, { url = '', username, password = '', secret = '' }, { nowMs }) => {
  const outgoing = json(url, message.payload, {
    ...(username !== undefined && {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    }),
  })
  const signed = signatureHeaders(secret, { id: message.id, sentMs: nowMs, body: outgoing.body })
  return { ...outgoing, headers: { ...outgoing.headers, ...signed } }
})
