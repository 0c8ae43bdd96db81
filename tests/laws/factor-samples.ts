import type { Sample } from './sample.ts'

const proof = { body: { password: 'a wrong password', code: '123456' } }

/** Samples of the endpoints of second factors: right in form, and nobody's. */
export const factorSamples: Readonly<Record<string, Sample>> = {
  'factor.begin-totp': proof,
  'factor.begin-passkey': proof,
  'factor.confirm-totp': { body: { code: '123456', name: 'Phone' } },
  'factor.confirm-passkey': {
    body: { name: 'Laptop', credential_id: 'eA', client_data: 'e30', attestation: 'oA', transports: ['internal'] },
  },
  'factor.rename': { body: { name: 'Phone' } },
  'factor.remove': proof,
  'factor.renew-codes': proof,
  'session.second-step': { body: { method: 'totp', code: '123456' } },
  'session.passkey': {
    body: { credential_id: 'eA', client_data: 'e30', authenticator_data: 'eA', signature: 'eA', user_handle: 'eA' },
  },
}
