/** Characters that PostgreSQL text cannot contain: the null character and unpaired surrogates. */
export const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const EACH_UNSTORABLE = new RegExp(UNSTORABLE, 'g')

/** Escapes in JSON: a pair of surrogates, a code that cannot be stored (one surrogate, the null character), any other escape. */
const ESCAPES = /\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\u(d[89a-f][0-9a-f]{2}|0000)|\\./gis

/** Text of another server, which may be JSON, with a replacement character for each that cannot be stored, also if it is escaped. */
export const madeStorable = (text: string): string =>
  text
    .replace(EACH_UNSTORABLE, '\ufffd')
    .replace(ESCAPES, (found, _high, _low, bad: string | undefined) => (bad === undefined ? found : '\\ufffd'))
