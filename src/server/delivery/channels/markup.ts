/** Escapes text for Markdown. */
export const inMarkdown = (text: string): string => text.replace(/[\\`*_~|[\]<>]/g, '\\$&')

/** Keeps names such as @channel from mentioning anyone: a zero-width space follows the mark. */
export const withoutMentions = (text: string): string => text.replaceAll('@', '@\u200b')

/** The text up to a length that it has once it is escaped; no escape is cut. */
export const escapedTo = (text: string, longest: number, escaped: (text: string) => string): string => {
  const whole = escaped(text)
  if (whole.length <= longest) return whole
  let kept = ''
  for (const character of text) {
    const next = escaped(character)
    if (kept.length + next.length >= longest) break
    kept += next
  }
  return `${kept}…`
}
