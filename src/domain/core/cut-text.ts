/** The beginning of a text, cut between characters: no store and no JSON takes half of one. */
export const cutText = (text: string, longest: number): string =>
  text.length <= longest ? text : text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')

/**
 * Text of another server as one line, to quote and to store: without control and formatting characters and halves of characters. Masked
 * first, if it may repeat a secret.
 */
export const quotedLine = (text: string, longest: number): string =>
  cutText(text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim(), longest)
