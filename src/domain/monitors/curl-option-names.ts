const names = (text: string): string[] => text.split(/\s+/).filter((name) => name !== '')

/** Options of one kind by their long names: those that take a value, and those that do not. */
type Group = readonly [valued: string, flags: string]

/** Options that change the request, and are read. */
const READ: Group = [
  'url url-query request header data data-ascii data-binary data-raw data-urlencode json form form-string upload-file user cookie user-agent referer range oauth2-bearer max-time config proto-default aws-sigv4 connect-to resolve',
  'get head insecure location location-trusted follow globoff next digest ntlm ntlm-wb negotiate anyauth',
]

/** Options about curl's own output, files and connections: no monitor misses them. */
const UNMISSED: Group = [
  'output output-dir write-out cookie-jar dump-header stderr trace trace-ascii trace-config keepalive-time keepalive-cnt happy-eyeballs-timeout-ms create-file-mode proto proto-redir random-file egd-file parallel-max parallel-max-host libcurl etag-save',
  'silent show-error verbose fail fail-with-body fail-early include show-headers progress-bar progress-meter compressed compressed-ssh buffer remote-name remote-name-all remote-header-name remote-time create-dirs tcp-nodelay tcp-fastopen mptcp keepalive sessionid alpn npn eprt epsv basic ssl-no-revoke ssl-revoke-best-effort ssl-allow-beast tr-encoding raw styled-output parallel parallel-immediate junk-session-cookies ca-native false-start disable xattr trace-time trace-ids suppress-connect-headers clobber remove-on-error ignore-content-length skip-existing out-null',
]

/** Options that no monitor has, with what they would do, as the rest of a sentence. */
const LEFT_OUT: readonly (readonly [why: string, ...group: Group])[] = [
  [
    'it would send the call through a proxy, and agents call directly',
    'proxy preproxy socks4 socks4a socks5 socks5-hostname proxy1.0',
    'proxytunnel',
  ],
  [
    'it is about a proxy, and agents call directly',
    'proxy-user proxy-header proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser socks5-gssapi-service noproxy haproxy-clientip',
    'proxy-anyauth proxy-basic proxy-ca-native proxy-digest proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tlsv1 socks5-basic socks5-gssapi socks5-gssapi-nec haproxy-protocol',
  ],
  ['it would connect to another host than that of the URL', 'unix-socket abstract-unix-socket ipfs-gateway', ''],
  [
    'it would look the host up in another way',
    'dns-servers dns-interface dns-ipv4-addr dns-ipv6-addr doh-url',
    'doh-insecure doh-cert-status',
  ],
  ['it would choose the way through the network', 'interface local-port ip-tos vlan-priority', ''],
  [
    'it would check the certificate of the server in another way',
    'cacert capath crlfile pinnedpubkey',
    'cert-status dump-ca-embed',
  ],
  [
    'choose the client certificate in the settings of the organization',
    'cert key cert-type key-type pass engine',
    'ssl-auto-client-cert',
  ],
  ['the agent chooses how it encrypts', 'ciphers curves tls13-ciphers sigalgs ech ssl-sessions', 'tls-earlydata'],
  ['the agent chooses the version of TLS', 'tls-max', 'tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 sslv2 sslv3'],
  [
    'it would sign in by other means than a header',
    'tlsuser tlspassword tlsauthtype login-options service-name delegation sasl-authzid krb krb4',
    'sasl-ir',
  ],
  [
    'it would read the name and password from a file: choose an auth setting instead',
    'netrc-file',
    'netrc netrc-optional',
  ],
  ['it would send another path than that of the URL', 'request-target', 'path-as-is'],
  ['it would fill in variables of its own', 'variable', ''],
  ['it would refuse a name in the URL', '', 'disallow-username-in-url'],
  ['it would write file names in another way', '', 'form-escape'],
  ['it would remember from earlier calls how to connect', 'hsts alt-svc', ''],
  ['it would send a file in another way', 'upload-flags', 'append crlf use-ascii'],
  [
    'it is about another protocol than HTTP',
    'ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode quote mail-auth mail-from mail-rcpt telnet-option tftp-blksize hostpubmd5 hostpubsha256 knownhosts pubkey',
    'ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl ftp-ssl-ccc ftp-ssl-control ftp-ssl-reqd ssl ssl-reqd disable-eprt disable-epsv list-only mail-rcpt-allowfails tftp-no-options metalink',
  ],
  ['a monitor has one time limit for the whole call', 'connect-timeout expect100-timeout speed-limit speed-time', ''],
  ['it would refuse a larger response', 'max-filesize', ''],
  ['retries belong to a schedule', 'retry retry-delay retry-max-time', 'retry-all-errors retry-connrefused'],
  ['the agent decides how it follows redirects', 'max-redirs', 'post301 post302 post303'],
  [
    'the agent chooses the HTTP version',
    '',
    'http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only no-alpn no-npn',
  ],
  ['the agent chooses between IPv4 and IPv6', '', 'ipv4 ipv6'],
  ['a monitor downloads as fast as it can', 'limit-rate rate', ''],
  ['the condition on a date or tag needs a header', 'time-cond etag-compare', ''],
  ['it would continue a download', 'continue-at', ''],
  ['curl would print a text, and call nothing', 'help', 'manual version'],
]

const GROUPS: readonly Group[] = [READ, UNMISSED, ...LEFT_OUT.map(([, ...group]): Group => group)]

/** Options of curl that take a value, by their long names. */
export const VALUED: ReadonlySet<string> = new Set(GROUPS.flatMap(([valued]) => names(valued)))

/** Options of curl that take none. `--no-` before one takes it back. */
export const FLAGS: ReadonlySet<string> = new Set(GROUPS.flatMap(([, flags]) => names(flags)))

/** Why options are left out, by their long names. Others are read or not missed. */
export const REASONS: ReadonlyMap<string, string> = new Map(
  LEFT_OUT.flatMap(([why, valued, flags]) => [...names(valued), ...names(flags)].map((name) => [name, why] as const)),
)

/** Long names by letters. */
export const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  names(
    'X:request H:header d:data u:user b:cookie A:user-agent e:referer m:max-time F:form T:upload-file K:config o:output w:write-out c:cookie-jar D:dump-header r:range x:proxy U:proxy-user E:cert y:speed-time Y:speed-limit G:get I:head k:insecure L:location s:silent S:show-error v:verbose f:fail i:show-headers N:buffer g:globoff O:remote-name J:remote-header-name R:remote-time j:junk-session-cookies Z:parallel n:netrc a:append B:use-ascii l:list-only h:help M:manual V:version p:proxytunnel q:disable 0:http1.0 1:tlsv1 2:sslv2 3:sslv3 4:ipv4 6:ipv6 C:continue-at P:ftp-port Q:quote t:telnet-option z:time-cond #:progress-bar ::next',
  ).map((entry): [string, string] => [entry.charAt(0), entry.slice(2)]),
)
