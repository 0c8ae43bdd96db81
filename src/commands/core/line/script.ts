/** More lines than anybody reads before they run. */
export const MOST_LINES = 100

/** The lines of a text that was pasted: without empty ones, comments, and the prompts of a terminal. */
export const linesIn = (text: string): readonly string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim().replace(/^(?:[$>]\s+)?(?:sonde\s+)?/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
