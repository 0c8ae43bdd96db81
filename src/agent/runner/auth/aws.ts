import aws4 from 'aws4'
import { type Request, requestTarget } from '../request.ts'
import type { AuthOf, Moment } from './auth-context.ts'

/** Headers that the agent sets itself for each hop. */
const PER_HOP = new Set(['host', 'content-length'])

/** `20150830T123600Z` */
const amzDate = (nowMs: number): string => new Date(nowMs).toISOString().replace(/[:-]|\.\d{3}/g, '')

/**
 * Headers of one name, whatever its letters, as the signature has them: one, with its values in their order (RFC 9110, 5.3; `CanonicalHeaders` of
 * Signature version 4). They are sent as they were signed.
 */
const joined = (headers: Request['headers']): Record<string, string> => {
  const spelling = new Map<string, string>()
  const values: Record<string, string> = {}
  for (const { key, value } of headers) {
    const name = spelling.get(key.toLowerCase()) ?? key
    spelling.set(key.toLowerCase(), name)
    const before = values[name]
    const between = name.toLowerCase() === 'cookie' ? '; ' : ','
    values[name] = before === undefined ? value : before + between + value
  }
  return values
}

/** Signs a request by AWS Signature version 4. All headers but those that change on the way are signed. */
export const applyAws = (request: Request, auth: AuthOf<'aws'>, { nowMs }: Moment): Request => {
  const { url, method, body } = request
  const own = request.headers.filter(({ key }) => !/^(authorization|x-amz-(date|security-token))$/i.test(key))
  const signed = aws4.sign(
    {
      host: url.host,
      method,
      path: requestTarget(url),
      service: auth.service,
      region: auth.region,
      headers: { ...joined(own), 'X-Amz-Date': amzDate(nowMs) },
      ...(body !== null && { body }),
    },
    {
      accessKeyId: auth.access_key,
      secretAccessKey: auth.secret_key,
      ...(auth.session_token !== null && { sessionToken: auth.session_token }),
    },
  )
  const headers = Object.entries(signed.headers ?? {})
    .filter(([key]) => !PER_HOP.has(key.toLowerCase()))
    .map(([key, value]) => ({ key, value: String(value) }))
  return { ...request, headers }
}
