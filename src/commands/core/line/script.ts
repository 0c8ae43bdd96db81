import { quote } from './tokens.ts'

/** More lines than anybody reads before they run. */
export const MOST_LINES = 100

/** A line without spaces around it and without what stands before it in documents and shells: `$` and `sonde`. */
export const withoutPrompt = (line: string): string => line.trim().replace(/^(?:[$>]\s+)?(?:sonde\s+)?/, '')

/** Whether a line is a curl command. */
export const isCurl = (line: string): boolean => /^curl\s+\S/.test(withoutPrompt(line))

/** Whether a text is an address of the web. */
export const isAddress = (text: string): boolean => /^https?:\/\/[^\s/]+\S*$/i.test(text.trim())

/** A shell reads a command on in the next line after it: `\`, or `^` on Windows. */
const GOES_ON = /\s*[\\^]$/
/** Only the command line of Windows quotes quotes so. */
const OF_CMD = /\^"|\^$/

/** A quote of bash that is open at the end of a line; null for none. */
type Quote = "'" | '"' | "$'" | null

const quoteAfter = (line: string, before: Quote): Quote => {
  let open = before
  for (let at = 0; at < line.length; at++) {
    const character = line[at]
    if (open === "'") open = character === "'" ? null : open
    else if (character === '\\') at++
    else if (open !== null) open = character === open.at(-1) ? null : open
    else if (character === '"') open = character
    else if (character === "'") open = line[at - 1] === '$' ? "$'" : character
  }
  return open
}

/** Writes a line break within a quote, for a field that takes one line. */
const brokenIn = (quote: "'" | '"' | "$'"): string => (quote === "$'" ? '\\n' : `${quote}$'\\n'${quote}`)

/**
 * The lines of a text that was pasted: without empty ones, comments, and the prompts of a terminal. A curl command of several lines is one,
 * also where a line ends within a quote, as in a body.
 */
export const linesIn = (text: string): readonly string[] => {
  const lines: string[] = []
  let goesOn = false
  let quote: Quote = null
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const line: string = quote === null ? withoutPrompt(raw) : raw
    const before = lines.at(-1) ?? ''
    if (quote !== null) lines[lines.length - 1] = `${before}${brokenIn(quote)}${line}`
    else if (goesOn) lines[lines.length - 1] = `${before} ${line}`.trim()
    else if (line !== '' && !line.startsWith('#')) lines.push(line)
    else continue
    const last = lines.at(-1) ?? ''
    if (!isCurl(last)) continue
    quote = OF_CMD.test(last) ? null : quoteAfter(line, quote)
    goesOn = quote === null && GOES_ON.test(last)
    if (goesOn) lines[lines.length - 1] = last.replace(GOES_ON, '')
  }
  return lines
}

/** The line that one of several pasted lines stands for: an address is watched, and a curl command makes a monitor. */
export const meantByLine = (line: string): string => {
  if (isCurl(line)) return `create monitor-from-curl ${quote(line)}`
  return isAddress(line) ? `watch address ${quote(line)}` : line
}
