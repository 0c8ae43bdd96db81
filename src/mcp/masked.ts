/** Fields whose values let somebody in. They are shown once, to a person: never to a model. */
const SECRETS = new Set([
  'secret',
  'api_key',
  'recovery_codes',
  'join_token',
  'access_token',
  'refresh_token',
  'password',
  'public_token',
])

/** Text instead of a secret. */
export const HIDDEN = '(hidden)'

const replace = (key: string, value: unknown): unknown => {
  if (SECRETS.has(key) && (typeof value === 'string' || Array.isArray(value))) return HIDDEN
  if (value instanceof ArrayBuffer) return `(${value.byteLength} bytes)`
  return value
}

/** A value as JSON, without secrets; undefined and functions are left out. */
export const maskedJson = (value: unknown): unknown => {
  const text = JSON.stringify(value, replace)
  return text === undefined ? null : JSON.parse(text)
}
