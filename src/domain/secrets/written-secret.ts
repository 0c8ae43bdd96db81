import { namesOnlyVariables } from '../core/placeholders.ts'
import { isSecretName } from './secret-names.ts'

/**
 * A name with a value, as headers, queries, forms, JSON and XML write it. It begins at a boundary, and both are bounded, so that long words
 * take linear time. The value is looked at but not passed over: that of `https` has the names of a query in it.
 */
const NAMED =
  /(?<![\w.-])([\w.-]{1,100})(?:["'\\]*\s*[:=]\s*["'\\]*|>)(?:(?:bearer|basic|token|digest|apikey)\s+)?(?=([^\s"'\\&,;}<]{1,200}))/gi
/** A user name or password before the host of an address. */
const USER_INFO = /:\/\/[^/?#\s"'\\]*@/
/** A credential after its scheme. All schemes but one are common words, and common words follow them: “Token service”. */
const CREDENTIAL = /\b(?:bearer\s+[\w.~+/=-]{6,}|(?:basic|token|digest|apikey)\s+(?=[\w.~+/=-]*[\d=])[\w.~+/=-]{6,})/i
/** The scheme of a credential, which is none itself. */
const SCHEME = /^(?:bearer|basic|token|digest|apikey)$/i
const isPlaceholder = (text: string): boolean => /^(?:\{\{|%%|__)/.test(text)

/** Whether a named value is a secret and not only a variable that holds one. */
export const isSecretPair = (name: string, value: string): boolean =>
  value !== '' && isSecretName(name) && !namesOnlyVariables(value)

/** Whether a text that a person wrote, such as an address, a header or a body, spells out a secret by the names in it. */
export const writesSecret = (text: string): boolean => {
  if (USER_INFO.test(text) || CREDENTIAL.test(text)) return true
  for (const [, name = '', value = ''] of text.matchAll(NAMED))
    if (!isPlaceholder(value) && !SCHEME.test(value) && isSecretName(name)) return true
  return false
}
