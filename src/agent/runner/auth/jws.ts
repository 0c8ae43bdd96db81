import { CompactSign, importJWK, importPKCS8 } from 'jose'
import type { Request } from '../request.ts'
import { type AuthOf, withHeader } from './auth-context.ts'

type Signature = NonNullable<AuthOf<'bearer'>['signature']>

const keyOf = ({ key, alg }: Signature) => {
  if (alg.startsWith('HS')) return Buffer.from(key)
  return key.trim().startsWith('{') ? importJWK(JSON.parse(key), alg) : importPKCS8(key.trim(), alg)
}

/** Adds the signature of a body as a header: a compact JWS (RFC 7515), whose payload is left out where it is detached (appendix F). */
export const applySignature = async (request: Request, signature: Signature): Promise<Request> => {
  const { alg, key_id: kid, header, detached } = signature
  const jws = await new CompactSign(request.body ?? Buffer.alloc(0))
    .setProtectedHeader({ alg, ...(kid !== null && { kid }) })
    .sign(await keyOf(signature))
  const [protectedPart = '', payload = '', signed = ''] = jws.split('.')
  return withHeader(request, { key: header, value: [protectedPart, detached ? '' : payload, signed].join('.') })
}
