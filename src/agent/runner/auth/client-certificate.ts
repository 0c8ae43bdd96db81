import { createSecureContext, type SecureContext } from 'node:tls'
import type { Job, Request } from '../request.ts'
import { mayCarryAuth } from './apply-auth.ts'

type Certificate = NonNullable<Job['client_certificate']>

/** Recent contexts: creating one reads all certificates that this machine trusts. */
const contexts = new Map<string, SecureContext>()
const MOST = 50

/** The client certificate that a hop presents: none where its origin is not allowed. */
export const certificateFor = (job: Job, request: Request): Certificate | null =>
  job.client_certificate && mayCarryAuth(job, request) ? job.client_certificate : null

/** A TLS context with a client certificate. */
export const contextWith = ({ cert, key, passphrase }: Certificate): SecureContext => {
  const name = `${cert}\n${key}\n${passphrase ?? ''}`
  const known = contexts.get(name)
  if (known) return known
  if (contexts.size >= MOST) contexts.clear()
  const made = createSecureContext({ cert, key, ...(passphrase !== undefined && { passphrase }) })
  contexts.set(name, made)
  return made
}
