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

/** The lines of a text that was pasted: without empty ones, comments, and the prompts of a terminal. A curl command of several lines is one. */
export const linesIn = (text: string): readonly string[] => {
  const lines: string[] = []
  let goesOn = false
  for (const line of text.split(/\r\n|\r|\n/).map(withoutPrompt)) {
    if (goesOn) lines.push(`${lines.pop() ?? ''} ${line}`.trim())
    else if (line !== '' && !line.startsWith('#')) lines.push(line)
    const last = lines.at(-1) ?? ''
    goesOn = isCurl(last) && GOES_ON.test(last)
    if (goesOn) lines[lines.length - 1] = last.replace(GOES_ON, '')
  }
  return lines
}

/** The line that one of several pasted lines stands for: an address is watched, and a curl command makes a monitor. */
export const meantByLine = (line: string): string => {
  if (isCurl(line)) return `create monitor-from-curl ${quote(line)}`
  return isAddress(line) ? `watch address ${quote(line)}` : line
}
