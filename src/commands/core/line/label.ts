import type { Command } from '../command.ts'

/** A command as people read it: its phrase, or its title where the phrase spells the id of the screen that it opens. */
export const labelOf = ({ words, title }: Command): string =>
  /^open \S*-/.test(words) ? title : words.charAt(0).toUpperCase() + words.slice(1)
