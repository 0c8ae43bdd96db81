/** Single quotes keep a shell from reading anything into a value. */
const quoted = (text: string): string => (/^[\w.:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** Lines that download the terminal's program and check it. */
export const downloadTerminalLines = (address: string, sha256: string): string =>
  `curl -fsSO ${quoted(address)}\necho '${sha256}  sonde.mjs' | sha256sum -c`

/** Lines that put the program where a shell finds it. */
export const installTerminalLines = (): string => 'install -D -m 755 sonde.mjs ~/.local/bin/sonde\nsonde --help'

/** Lines that sign a person in. */
export const terminalSignInLines = (url: string): string => `sonde sign-in ${quoted(url)}\nsonde list monitors`

/** Lines of a CI job: the run of a monitor decides whether it passes. */
export const terminalCiLines = (url: string): string =>
  `export SONDE_URL=${quoted(url)}\nexport SONDE_API_KEY=…\nnode sonde.mjs run monitor NAME --wait --junit sonde.xml`
