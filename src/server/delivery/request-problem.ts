const SENTENCES: Readonly<Record<string, (host: string) => string>> = {
  ENOTFOUND: (host) => `The name ${host} does not resolve.`,
  EAI_AGAIN: (host) => `The name ${host} cannot be resolved at the moment.`,
  ECONNREFUSED: (host) => `${host} refused the connection: nothing listens on that port.`,
  ECONNRESET: (host) => `${host} closed the connection before it answered.`,
  EPIPE: (host) => `${host} closed the connection before it answered.`,
  EHOSTUNREACH: (host) => `There is no route to ${host}.`,
  ENETUNREACH: (host) => `There is no route to ${host}.`,
  ETIMEDOUT: (host) => `The connection to ${host} timed out.`,
  CERT_HAS_EXPIRED: (host) => `The certificate of ${host} has expired.`,
  CERT_NOT_YET_VALID: (host) => `The certificate of ${host} is not valid yet.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (host) => `The certificate of ${host} is self-signed, so it is not trusted.`,
  SELF_SIGNED_CERT_IN_CHAIN: (host) => `The certificate of ${host} is signed by an untrusted authority.`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: (host) => `The certificate of ${host} is signed by an untrusted authority.`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: (host) => `The certificate of ${host} is signed by an untrusted authority.`,
  ERR_SWITCHED: (host) => `${host} switched to another protocol instead of answering.`,
  ERR_ONLY_INTERIM: (host) => `${host} sent interim (1xx) answers only.`,
  // An invalid header is not quoted, because it may be secret.
  ERR_INVALID_CHAR: () => 'One of the headers contains a character that cannot be sent.',
  ERR_INVALID_HTTP_TOKEN: () => 'One of the headers contains a character that cannot be sent.',
  ERR_INVALID_PROTOCOL: () => 'The address does not begin with http:// or https://.',
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => `The certificate does not match the name ${host}.`,
}

/** Explains a socket error of a request in one sentence. */
export const requestProblem = ({ name, code = '' }: NodeJS.ErrnoException, host: string): string => {
  if (name === 'TimeoutError' || name === 'AbortError') return 'The receiver did not answer within 10 s.'
  const sentence = SENTENCES[code]
  if (sentence) return sentence(host)
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return `${host} does not speak TLS on that port, or only an insecure version.`
  if (code.startsWith('HPE_')) return `${host} did not answer with HTTP.`
  // The error's message is left out: it could reveal internal addresses or quote what was sent.
  return `The request to ${host} failed${code === '' ? '' : ` (${code})`}.`
}
