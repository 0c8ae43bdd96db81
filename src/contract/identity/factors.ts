import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf } from '../core/names.ts'
import { results, time } from '../core/wire.ts'

/** Proof that the person at the keyboard is the owner: the current password, or a code of a second factor. */
const proof = shape({ 'password?': '1 <= string <= 1000', 'code?': '1 <= string <= 40' })

const factor = shape({
  id: 'string',
  kind: "'totp' | 'passkey'",
  name: 'string',
  /** Whether a passkey is copied between the owner’s devices. */
  synced: 'boolean',
  created: time,
  last_used: [time, '|', 'null'],
})

const name = nameOf('1 <= string <= 80')

const added = shape({
  factor,
  /** Shown once, with the first factor; null with further ones. */
  recovery_codes: 'string[] | null',
})

/** A new credential as the browser made it; binary values are base64url. */
const newCredential = shape({
  'name?': name,
  credential_id: '1 <= string <= 2000',
  client_data: '1 <= string <= 8000',
  attestation: '1 <= string <= 60000',
  'transports?': '(string <= 40)[] <= 10',
})

/** A signature of a passkey as the browser made it; binary values are base64url. */
const assertion = shape({
  credential_id: '1 <= string <= 2000',
  client_data: '1 <= string <= 8000',
  authenticator_data: '1 <= string <= 4000',
  signature: '1 <= string <= 4000',
  'user_handle?': 'string <= 200 | null',
})

/** The second step of a sign-in: the methods that the account has. Null if the password is not checked yet. */
export const secondStep = shape({ methods: "('totp' | 'passkey' | 'recovery')[]" })

const over = '410 once the sign-in is over'

/** Second factors of the caller’s own account, and the second step of a sign-in at the embedded provider. */
export const factors = {
  'factor.list': endpoint('GET /api/2/account/factors/', {
    summary: 'Lists the caller’s second factors, oldest first, and how many recovery codes are left',
    access: 'account',
    wayIn: 'sign-in',
    lists: 'results',
    answer: shape({
      ...results(factor),
      recovery_codes_left: 'number',
      /** Names of the caller’s organizations that require a second factor. */
      required_by: 'string[]',
      /** Whether this server keeps the account’s factors; false where an Auth0 tenant does. */
      kept_here: 'boolean',
    }),
  }),
  'factor.begin-totp': endpoint('POST /api/2/account/factors/totp', {
    summary: 'Begins to set up an authenticator app; confirm it with a code within 10 minutes',
    access: 'account',
    wayIn: 'sign-in',
    limit: 'password',
    audit: null,
    body: proof,
    answer: shape({
      id: 'string',
      /** For typing into the app (base32). */
      secret: 'string',
      /** The `otpauth://` address that the QR code holds. */
      uri: 'string',
      expires: time,
    }),
  }),
  'factor.confirm-totp': endpoint('POST /api/2/account/factors/totp/{id}', {
    summary: 'Confirms an authenticator app with its current code. The first factor ends all other sessions',
    access: 'account',
    wayIn: 'sign-in',
    limit: 'password',
    audit: 'factor.create',
    body: shape({ code: '1 <= string <= 40', 'name?': name }),
    answer: added,
  }),
  'factor.begin-passkey': endpoint('POST /api/2/account/factors/passkey', {
    summary: 'Begins to add a passkey: returns the options for the browser, valid for 10 minutes',
    access: 'account',
    wayIn: 'sign-in',
    limit: 'password',
    audit: null,
    body: proof,
    answer: shape({ id: 'string', options: 'object' }),
  }),
  'factor.confirm-passkey': endpoint('POST /api/2/account/factors/passkey/{id}', {
    summary: 'Adds the passkey that the browser made. The first factor ends all other sessions',
    access: 'account',
    wayIn: 'sign-in',
    limit: 'password',
    audit: 'factor.create',
    body: newCredential,
    answer: added,
  }),
  'factor.rename': endpoint('POST /api/2/account/factors/{id}', {
    summary: 'Renames a second factor',
    access: 'account',
    wayIn: 'sign-in',
    audit: 'factor.update',
    body: shape({ name }),
    answer: factor,
  }),
  'factor.remove': endpoint('POST /api/2/account/factors/{id}/remove', {
    summary: 'Removes a second factor; 409 for the last one while an organization of the caller requires one',
    access: 'account',
    wayIn: 'sign-in',
    effect: 'destroy',
    limit: 'password',
    audit: 'factor.remove',
    status: 204,
    body: proof,
    answer: null,
  }),
  'factor.renew-codes': endpoint('POST /api/2/account/factors/recovery-codes', {
    summary: 'Makes 10 new recovery codes, shown once; the earlier ones stop working',
    access: 'account',
    wayIn: 'sign-in',
    limit: 'password',
    audit: 'factor.renew-codes',
    body: proof,
    answer: shape({ recovery_codes: 'string[]' }),
  }),
  'factor.reset': endpoint('POST /api/2/admin/accounts/{id}/factors/reset', {
    summary: 'Removes all second factors and recovery codes of an account, and ends its sessions',
    access: 'site',
    wayIn: 'sign-in',
    effect: 'destroy',
    audit: 'factor.reset',
    status: 204,
    answer: null,
  }),
  'session.second-step': endpoint('POST /interaction/{uid}/second-step', {
    summary: `Completes a sign-in with a code after the password; 401 if it is wrong, ${over}`,
    access: 'public',
    wayIn: 'sign-in',
    limit: 'password',
    for: 'provider',
    body: shape({ method: "'totp' | 'recovery'", code: '1 <= string <= 40' }),
    answer: shape({
      redirect_to: 'string',
      /** After a recovery code: how many are left; else null. */
      recovery_codes_left: 'number | null',
    }),
  }),
  'session.passkey-options': endpoint('POST /interaction/{uid}/passkey/options', {
    summary: `Returns the options for a sign-in with a passkey: as the second step, or alone before a password; ${over}`,
    access: 'public',
    wayIn: 'sign-in',
    limit: 'password',
    for: 'provider',
    answer: shape({ options: 'object' }),
  }),
  'session.passkey': endpoint('POST /interaction/{uid}/passkey', {
    summary: `Completes a sign-in with a passkey; 401 if it is unknown or its signature wrong, ${over}`,
    access: 'public',
    wayIn: 'sign-in',
    limit: 'password',
    for: 'provider',
    body: assertion,
    answer: shape({ redirect_to: 'string' }),
  }),
} as const
