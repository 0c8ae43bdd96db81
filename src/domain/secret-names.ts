// The words that name a secret anywhere within a name whose separators are gone.
const SECRET =
  /authorization|token|secret|password|passwd|passphrase|credential|signature|sessionid|(?:api|access|private|subscription|master|function|functions|encryption|account|shared|license|auth)key(?!id)|setcookie/

// Names that hold such a word and yet tell nothing: how text is cut, how much of it there is, and kinds and lives of secrets.
const HARMLESS =
  /tokeni[sz]|secretar|(?:max|min|total|prompt|completion|input|output|num|number)(?:of)?tokens|tokens?(?:type|count|limit|usage|used|expir|endpoint|url|lifetime)|passwordless|password(?:policy|expir|hint|length)|signature(?:algorithm|method|version|input)/g

// Whole names only: within a longer word they mean something else (`author`, `signal`, `cookieconsent`).
const WHOLE = new Set(['auth', 'xauth', 'basicauth', 'cookie', 'cookie2', 'cookies', 'jwt', 'sig', 'pwd', 'pin', 'otp'])

/**
 * Whether a header, parameter or variable of this name usually holds a secret, whatever its case, hyphens, underscores
 * or dots: `Authorization`, `Cookie`, `X-Api-Key`, `client_secret`, `accessToken`. `max_tokens`, `token_type` and
 * `tokenizer` hold none.
 */
export const isSecretName = (name: string): boolean => {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  return WHOLE.has(plain) || SECRET.test(plain.replace(HARMLESS, ' '))
}
