const names = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Options of curl 8 that take a value, as its manual lists them. */
export const MANUAL_VALUED = names(`
  abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to continue-at
  cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode delegation
  dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare etag-save
  expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode
  happy-eyeballs-timeout-ms haproxy-clientip header hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway json
  keepalive-cnt keepalive-time key key-type knownhosts krb krb4 libcurl limit-rate local-port login-options mail-auth
  mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max
  parallel-max-host pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert
  proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey
  proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey
  quote random-file range rate referer request request-target resolve retry retry-delay retry-max-time sasl-authzid
  service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit speed-time ssl-sessions
  stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii
  trace-config unix-socket upload-file upload-flags url url-query user user-agent variable vlan-priority write-out help
`)

/** Options of curl 8 that take none and that `--no-` takes back. */
export const MANUAL_SWITCHES = names(`
  alpn append basic buffer ca-native cert-status clobber compressed compressed-ssh create-dirs crlf digest disable
  disable-eprt disable-epsv disallow-username-in-url doh-cert-status doh-insecure eprt epsv fail fail-early fail-with-body
  false-start follow form-escape ftp-create-dirs ftp-pret ftp-skip-pasv-ip ftp-ssl ftp-ssl-ccc ftp-ssl-control ftp-ssl-reqd
  get globoff haproxy-protocol head http0.9 ignore-content-length include insecure junk-session-cookies keepalive list-only
  location location-trusted mail-rcpt-allowfails manual metalink mptcp negotiate netrc netrc-optional npn ntlm ntlm-wb
  out-null parallel parallel-immediate path-as-is post301 post302 post303 progress-bar progress-meter proxy-anyauth
  proxy-basic proxy-ca-native proxy-digest proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast
  proxy-ssl-auto-client-cert proxytunnel raw remote-header-name remote-name remote-name-all remote-time remove-on-error
  retry-all-errors retry-connrefused sasl-ir sessionid show-error show-headers silent skip-existing socks5-basic
  socks5-gssapi socks5-gssapi-nec ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort
  styled-output suppress-connect-headers tcp-fastopen tcp-nodelay tftp-no-options tls-earlydata tr-encoding trace-ids
  trace-time use-ascii verbose version xattr
`)

/** Options of curl 8 that take none and stay. */
export const MANUAL_FLAGS = names(`
  anyauth dump-ca-embed ftp-pasv http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only ipv4 ipv6 next no-alpn
  no-buffer no-clobber no-keepalive no-npn no-progress-meter no-sessionid proxy-tlsv1 sslv2 sslv3 tlsv1 tlsv1.0 tlsv1.1
  tlsv1.2 tlsv1.3
`)

/** Letters and the long names that they are short for. */
export const MANUAL_LETTERS: Readonly<Record<string, string>> = {
  a: 'append',
  E: 'cert',
  K: 'config',
  C: 'continue-at',
  b: 'cookie',
  c: 'cookie-jar',
  d: 'data',
  q: 'disable',
  D: 'dump-header',
  f: 'fail',
  F: 'form',
  P: 'ftp-port',
  G: 'get',
  g: 'globoff',
  I: 'head',
  H: 'header',
  h: 'help',
  0: 'http1.0',
  k: 'insecure',
  4: 'ipv4',
  6: 'ipv6',
  j: 'junk-session-cookies',
  l: 'list-only',
  L: 'location',
  M: 'manual',
  m: 'max-time',
  n: 'netrc',
  ':': 'next',
  N: 'no-buffer',
  o: 'output',
  Z: 'parallel',
  '#': 'progress-bar',
  x: 'proxy',
  U: 'proxy-user',
  p: 'proxytunnel',
  Q: 'quote',
  r: 'range',
  e: 'referer',
  J: 'remote-header-name',
  O: 'remote-name',
  R: 'remote-time',
  X: 'request',
  S: 'show-error',
  i: 'show-headers',
  s: 'silent',
  Y: 'speed-limit',
  y: 'speed-time',
  2: 'sslv2',
  3: 'sslv3',
  t: 'telnet-option',
  z: 'time-cond',
  1: 'tlsv1',
  T: 'upload-file',
  B: 'use-ascii',
  u: 'user',
  A: 'user-agent',
  v: 'verbose',
  V: 'version',
  w: 'write-out',
}
