const names = (text: string): string[] => text.split(' ')

/** Long names of the options that take a value and change the request. */
const REQUEST_OPTIONS = names(
  'url url-query request header data data-ascii data-binary data-raw data-urlencode json form form-string upload-file user cookie user-agent referer range oauth2-bearer max-time config',
)

const BY_REASON: readonly (readonly [why: string, valued: string, flags: string])[] = [
  [
    'agents do not support it',
    'proxy proxy-user proxy-header preproxy socks4 socks4a socks5 socks5-hostname noproxy cacert capath crlfile cert-type key-type pass ciphers curves tls-max tls13-ciphers proxy-cert proxy-key interface resolve connect-to dns-servers doh-url unix-socket abstract-unix-socket pinnedpubkey aws-sigv4 local-port hsts alt-svc login-options service-name delegation sasl-authzid variable ftp-port quote mail-from mail-rcpt telnet-option krb engine ech',
    'digest ntlm ntlm-wb negotiate anyauth proxy-digest proxy-ntlm proxy-negotiate proxy-basic proxy-anyauth proxytunnel haproxy-protocol ftp-pasv use-ascii append list-only ssl ssl-reqd path-as-is disallow-username-in-url',
  ],
  ['choose the client certificate in the settings of the organization', 'cert key', ''],
  ['a monitor has one time limit for the whole call', 'connect-timeout expect100-timeout speed-limit speed-time', ''],
  ['retries belong to a schedule', 'retry retry-delay retry-max-time', 'retry-all-errors retry-connrefused'],
  ['the agent decides how many redirects it follows', 'max-redirs', 'post301 post302 post303'],
  [
    'the agent chooses the HTTP version',
    '',
    'http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only no-alpn no-npn',
  ],
  ['the agent chooses between IPv4 and IPv6', '', 'ipv4 ipv6'],
  ['the agent chooses the version of TLS', '', 'tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 sslv2 sslv3'],
  ['a monitor downloads as fast as it can', 'limit-rate rate', ''],
  ['the condition on a date needs a header', 'time-cond etag-compare etag-save', ''],
  ['it continues a download', 'continue-at', ''],
]

/** Options about curl's own output, files and connections: no monitor misses them. */
const IGNORED_VALUED =
  'output output-dir write-out cookie-jar dump-header stderr trace trace-ascii trace-config keepalive-time keepalive-cnt happy-eyeballs-timeout-ms max-filesize create-file-mode proto proto-default proto-redir random-file egd-file parallel-max libcurl netrc-file'
const IGNORED_FLAGS =
  'silent show-error verbose fail fail-with-body fail-early include progress-bar progress-meter compressed compressed-ssh no-buffer buffer globoff remote-name remote-name-all remote-header-name remote-time create-dirs tcp-nodelay tcp-fastopen no-keepalive keepalive no-sessionid sessionid basic proxy-insecure ssl-no-revoke ssl-revoke-best-effort ssl-allow-beast ssl-auto-client-cert tr-encoding raw styled-output parallel parallel-immediate no-progress-meter junk-session-cookies cert-status ca-native proxy-ca-native false-start disable xattr trace-time trace-ids suppress-connect-headers netrc netrc-optional no-clobber clobber remove-on-error ignore-content-length manual next skip-existing crlf'

/** Reasons why options are not kept, by their long names. */
export const NOT_KEPT: ReadonlyMap<string, string> = new Map(
  BY_REASON.flatMap(([why, valued, flags]) =>
    [...names(valued), ...names(flags)].filter((name) => name !== '').map((name) => [name, why] as const),
  ),
)

/** Options that are left out without a word. */
export const IGNORED: ReadonlySet<string> = new Set([...names(IGNORED_VALUED), ...names(IGNORED_FLAGS)])

/** Options that take a value. */
export const TAKES_VALUE: ReadonlySet<string> = new Set([
  ...REQUEST_OPTIONS,
  ...names(IGNORED_VALUED),
  ...BY_REASON.flatMap(([, valued]) => names(valued).filter((name) => name !== '')),
])

/** Long names by letters. */
export const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  'X request,H header,d data,u user,b cookie,A user-agent,e referer,m max-time,F form,T upload-file,K config,o output,w write-out,c cookie-jar,D dump-header,r range,x proxy,U proxy-user,E cert,y speed-time,Y speed-limit,G get,I head,k insecure,L location,s silent,S show-error,v verbose,f fail,i include,N no-buffer,g globoff,O remote-name,J remote-header-name,R remote-time,j junk-session-cookies,Z parallel,n netrc,a append,B use-ascii,l list-only,M manual,p proxytunnel,q disable,0 http1.0,1 tlsv1,2 sslv2,3 sslv3,4 ipv4,6 ipv6,C continue-at,P ftp-port,Q quote,t telnet-option,z time-cond'
    .split(',')
    .map((entry): [string, string] => [entry.charAt(0), entry.slice(2)])
    .concat([
      ['#', 'progress-bar'],
      [':', 'next'],
    ]),
)
