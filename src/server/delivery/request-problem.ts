const SENTENCES: Readonly<Record<string, (host: string) => string>> = {
  ENOTFOUND: (host) => `The name ${host} is not known.`,
  EAI_AGAIN: (host) => `The name ${host} cannot be looked up at the moment.`,
  ECONNREFUSED: (host) => `${host} refuses the connection: nothing listens there.`,
  ECONNRESET: (host) => `${host} cut the connection before it answered.`,
  EPIPE: (host) => `${host} cut the connection before it answered.`,
  EHOSTUNREACH: (host) => `There is no way to ${host}.`,
  ENETUNREACH: (host) => `There is no way to ${host}.`,
  ETIMEDOUT: (host) => `${host} does not accept the connection.`,
  CERT_HAS_EXPIRED: (host) => `The certificate of ${host} has expired.`,
  CERT_NOT_YET_VALID: (host) => `The certificate of ${host} is not valid yet.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (host) => `The certificate of ${host} is signed by itself, so it cannot be trusted.`,
  SELF_SIGNED_CERT_IN_CHAIN: (host) => `The certificate of ${host} is signed by an authority that is not trusted.`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: (host) =>
    `The certificate of ${host} is signed by an authority that is not trusted.`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: (host) =>
    `The certificate of ${host} is signed by an authority that is not trusted.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => `The certificate is for another name than ${host}.`,
}

/** Why a request did not reach its receiver, from what the socket throws, as a sentence for a person. */
export const requestProblem = ({ name, code = '' }: NodeJS.ErrnoException, host: string): string => {
  if (name === 'TimeoutError' || name === 'AbortError') return 'The receiver did not answer within 10 s.'
  const sentence = SENTENCES[code]
  if (sentence) return sentence(host)
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return `${host} does not speak TLS there, or not one that is safe.`
  if (code.startsWith('HPE_')) return `${host} does not answer in HTTP.`
  // Without its message, which could name addresses of this network or quote what was sent.
  return `The request to ${host} failed${code === '' ? '' : ` (${code})`}.`
}
