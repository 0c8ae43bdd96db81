/** More lines than anybody reads before they run. */
export const MOST_LINES = 100

/** The lines of a text that was pasted: without empty ones, comments, and the prompts of a terminal. */
export const linesIn = (text: string): readonly string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map(withoutPrompt)
    .filter((line) => line !== '' && !line.startsWith('#'))

/** A line without spaces around it and without what stands before it in documents and shells: `$` and `sonde`. */
export const withoutPrompt = (line: string): string => line.trim().replace(/^(?:[$>]\s+)?(?:sonde\s+)?/, '')
