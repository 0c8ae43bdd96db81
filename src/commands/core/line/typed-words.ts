import { type Command, phrasesOf } from '../command.ts'

const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word !== '')

/** A text in small letters, with one space between its words. */
const plain = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')

/** Whether every word of a query begins a word of a text. */
export const beginsWords = (query: string, text: string): boolean => {
  const words = wordsIn(text)
  return wordsIn(query).every((typed) => words.some((word) => word.startsWith(typed)))
}

/** Whether a query is the beginning of one of a command's phrases. */
export const beginsPhrase = (query: string, command: Command): boolean =>
  phrasesOf(command).some((phrase) => phrase.startsWith(plain(query)))

/** Whether a query is a text, whatever its case and spaces. */
export const isText = (query: string, text: string): boolean => plain(query) === plain(text)

/** Whether a text has a query in it as it stands, whatever its case and spaces. */
export const hasText = (query: string, text: string): boolean => plain(text).includes(plain(query))

/** Whether a query is one of a command's phrases. */
export const isPhrase = (query: string, command: Command): boolean => phrasesOf(command).includes(plain(query))

/** Whether a word of a query begins a word of a text. */
const beginsOneWord = (query: string, text: string): boolean => {
  const words = wordsIn(text)
  return wordsIn(query).some((typed) => words.some((word) => word.startsWith(typed)))
}

/**
 * Whether a query may offer a command. What only reads is found by letters anywhere, and by several words if it has one of them: `run all` is
 * no screen whose name has these letters. What writes is found by the beginnings of its words; what destroys by the beginning of its phrase,
 * so that no slip offers it.
 */
export const mayOffer = (query: string, command: Command): boolean => {
  if (command.effect === 'destroy') return beginsPhrase(query, command)
  const texts = [command.title, ...phrasesOf(command)].join(' ')
  if (command.effect === 'read') return !query.trim().includes(' ') || beginsOneWord(query, texts)
  return beginsWords(query, texts)
}
