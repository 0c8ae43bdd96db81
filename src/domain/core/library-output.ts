import { faultSummary } from './fault-summary.ts'

/** Longest text of a library that a line of the log quotes. */
const MAX_QUOTED = 300

/**
 * What libraries are known to print, with the sentence that says it to an operator; null where there is nothing to do about it, for the
 * reason beside it.
 */
const KNOWN: readonly { readonly text: RegExp; readonly sentence: string | null }[] = [
  {
    // pg, about an address of a database.
    text: /^SECURITY WARNING: The SSL modes/,
    sentence:
      'DATABASE_URL: the certificate of the database is verified, as with sslmode=verify-full; write that instead of prefer, require or verify-ca, whose meaning will change.',
  },
  // oidc-provider, about Node.js 20, on which all our tests run.
  { text: /^oidc-provider WARNING: Unsupported runtime/, sentence: null },
  // The Model Context Protocol's SDK, about answers in one piece: they are all that our tools have to say.
  { text: /^responseMode: 'json' drops/, sentence: null },
  // The HTTP adapter, when a client leaves in the middle of an answer: it may.
  { text: /^The user aborted a request/, sentence: null },
]

/** Warnings of Node.js about code, which an operator cannot change. Tests of new versions show them to us. */
const ABOUT_CODE: ReadonlySet<string> = new Set(['DeprecationWarning', 'ExperimentalWarning'])

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_QUOTED)

/** Returns the line of the log for something that a library prints; null for none. Messages of errors may hold secrets, and are left out. */
export const lineOfOutput = (words: readonly unknown[]): string | null => {
  const text = words.map((word) => (typeof word === 'string' ? word : faultSummary(word))).join(' ')
  const known = KNOWN.find((one) => one.text.test(text))
  return known ? known.sentence : `A library says: ${oneLine(text)}`
}

/** Returns the line of the log for a warning of Node.js or of a library; null for none. */
export const lineOfWarning = ({ name, message }: Error): string | null =>
  ABOUT_CODE.has(name) ? null : lineOfOutput(name === 'Warning' ? [message] : [`${name}:`, message])

const METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const

type Console = Record<(typeof METHODS)[number], (...words: unknown[]) => void>

type Warnings = {
  removeAllListeners(event: 'warning'): unknown
  on(event: 'warning', listener: (warning: Error) => void): unknown
}

/** Sends what libraries print, and the warnings of the process, to the log. From then on, the console is theirs alone. */
export const routeLibraryOutput = (console: Console, process: Warnings, log: (line: string) => void): void => {
  const tell = (line: string | null) => {
    if (line !== null) log(line)
  }
  for (const method of METHODS) console[method] = (...words) => tell(lineOfOutput(words))
  process.removeAllListeners('warning')
  process.on('warning', (warning) => tell(lineOfWarning(warning)))
}
