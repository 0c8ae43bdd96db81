/** Facts that the command line of an agent is made of. */
export type StartFacts = {
  readonly url: string
  readonly name: string
  readonly token: string
}

/** Single quotes keep a shell from reading anything into a value. */
const quoted = (text: string): string => (/^[\w.:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** Lines that download the agent's program and check it. */
export const downloadLines = (url: string, sha256: string): string =>
  `curl -fsSO ${quoted(`${url}/agent.mjs`)}\necho '${sha256}  agent.mjs' | sha256sum -c`

/** Line that starts an agent by hand. */
export const startLine = ({ url, name, token }: StartFacts): string =>
  `node agent.mjs --url ${quoted(url)} --name ${quoted(name)} --token ${quoted(token)}`

/** Lines that put program and token where the systemd unit expects them. */
export const installLines = (token: string): string =>
  `sudo install -D -m 644 agent.mjs /opt/sonde-agent/agent.mjs
sudo install -d -m 700 /etc/sonde-agent
echo ${quoted(token)} | sudo install -m 600 /dev/stdin /etc/sonde-agent/token`

/**
 * A systemd unit for an agent. It has a user of its own and can write to its state directory alone. The token is a credential, so it is
 * in no process list; once the agent has its own key, the token's file may be deleted.
 */
export const systemdUnit = ({ url, name }: Omit<StartFacts, 'token'>): string =>
  `[Unit]
Description=Sonde agent
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=/usr/bin/env node /opt/sonde-agent/agent.mjs --url ${url} --name ${name} --token-file %d/token --directory %S/sonde-agent
LoadCredential=token:/etc/sonde-agent/token
Environment=UV_THREADPOOL_SIZE=32
DynamicUser=yes
StateDirectory=sonde-agent
StateDirectoryMode=0700
Restart=always
RestartSec=5
RestartPreventExitStatus=78
TimeoutStopSec=45
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ProtectHome=yes
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
ProtectProc=invisible
PrivateTmp=yes
PrivateDevices=yes
LockPersonality=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
SystemCallArchitectures=native
# Remove this line for browser tests: the sandbox of Chromium needs namespaces.
RestrictNamespaces=yes

[Install]
WantedBy=multi-user.target
`
