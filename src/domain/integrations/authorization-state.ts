/** Longest state that is read. */
const LONGEST = 2048
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The state of an authorization: the caller's fields, and a random text that nobody else knows. */
export type AuthorizationState = { readonly [field: string]: string | undefined; readonly csrfToken: string }

const base64url = (ascii: string): string => {
  let text = ''
  for (let at = 0; at < ascii.length; at += 3) {
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map((more) => ascii.charCodeAt(at + more) || 0)
    const bits = (a << 16) | (b << 8) | c
    const letters = [18, 12, 6, 0].map((shift) => LETTERS[(bits >> shift) & 63])
    text += letters.slice(0, Math.min(3, ascii.length - at) + 1).join('')
  }
  return text
}

const fromBase64url = (text: string): string | null => {
  let ascii = ''
  let bits = 0
  let held = 0
  for (const letter of text) {
    const value = LETTERS.indexOf(letter)
    if (value < 0) return null
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    ascii += String.fromCharCode((bits >> held) & 255)
  }
  return ascii
}

/** Encodes a state: base64url of a JSON object in ASCII, so that it passes any provider unchanged. */
export const encodeState = (state: AuthorizationState): string =>
  base64url(
    JSON.stringify(state).replace(
      /[^\x20-\x7e]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  )

/** Decodes a state; null where the text is none. */
export const decodeState = (text: string): AuthorizationState | null => {
  const json = text.length > LONGEST ? null : fromBase64url(text)
  if (json === null) return null
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const fields: Record<string, string> = {}
    for (const [name, field] of Object.entries(value)) {
      if (typeof field !== 'string') return null
      fields[name] = field
    }
    const { csrfToken } = fields
    return csrfToken ? { ...fields, csrfToken } : null
  } catch {
    return null
  }
}
