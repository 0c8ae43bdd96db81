import { hasPlaceholder, namesOnlyVariables, withoutPlaceholders } from '../core/placeholders.ts'
import { isSecretName } from '../secrets/secret-names.ts'

type Pair = { readonly key: string; readonly value: string }

/** Text beside placeholders that can be a part of a credential, and not just a word such as `token=`. */
const CREDENTIAL_PART = /[^\s:=,;"']{8,}/

/**
 * Whether a header or query parameter of an auth setting is secret: its value is a credential, whatever its name. Templates are shown that only
 * place the variables of a token, such as `Bearer %%TOKEN%%`.
 */
export const isCredentialPair = ({ key, value }: Pair): boolean => {
  if (value === '' || namesOnlyVariables(value)) return value === '' && isSecretName(key)
  if (isSecretName(key) || !hasPlaceholder(value)) return true
  return CREDENTIAL_PART.test(withoutPlaceholders(value))
}

/** Headers that describe a request, so that their values are common words. */
const DESCRIBING = /^(?:accept|content|cache|user-agent$|origin$|referer$|date$|prefer$|traceparent$)/i

/**
 * Whether the value of such a pair is searched for in results, too. One that is an ordinary word, as of `Accept` or of a tenant, is only masked
 * in its place: in the texts of responses it would hide what monitors are about.
 */
export const isSearchedCredential = ({ key, value }: Pair): boolean =>
  isSecretName(key) || (!DESCRIBING.test(key) && value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value))
