// Words that mark a secret anywhere within a name without separators.
const SECRET =
  /authorization|token|secret|password|passwd|passphrase|passcode|credential|signature|sessionid|sessid|csrf|xsrf|jwt|connectionstring|connstr|clientassertion|saml(?:response|assertion)|codeverifier|(?:api|access|private|subscription|master|function|functions|encryption|account|shared|license|auth|app|client|consumer|developer|service|admin|session|refresh|signing|hmac|ssh|deploy|integration|storage)key(?!id|name|vault|type|size)|setcookie|^xgoogiam|dsn$/

// Names with such a word that hold no secret: text processing, counts, and types and lifetimes of secrets.
const HARMLESS =
  /tokeni[sz]|secretar|(?:max|min|total|prompt|completion|input|output|num|number)(?:of)?tokens|tokens?(?:type|count|limit|usage|used|expir|endpoint|url|lifetime)|passwordless|password(?:policy|expir|hint|length)|signature(?:algorithm|method|version|input)|clientassertiontype|jwt(?:expir|lifetime|ttl|alg|issuer|audience)|(?:csrf|xsrf)(?:enabled|disabled|protection|exempt)/g

// Whole names only, because within a longer word they mean something else (`author`, `signal`, `cookieconsent`, `x-access-level`).
const WHOLE = new Set(
  `auth xauth basicauth bearer xbearer cookie cookie2 cookies connectsid sig pwd pass userpass dbpass pin otp totp
  mfacode cvv cvc xvault xaccess xsession sas sastoken assertion hmac xhmac seedphrase recoverycode
  databaseurl dburl redisurl mongouri mongourl mongodburi amqpurl`.split(/\s+/),
)

/**
 * Whether a header, parameter or variable of this name usually holds a secret, regardless of case, hyphens, underscores and dots:
 * `Authorization`, `Cookie`, `X-Api-Key`, `client_secret`, `accessToken`, but not `max_tokens`, `token_type` or `tokenizer`.
 */
export const isSecretName = (name: string): boolean => {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  return WHOLE.has(plain) || SECRET.test(plain.replace(HARMLESS, ' '))
}
