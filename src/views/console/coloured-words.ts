import type { Reading } from '../../commands/core/line/reading.ts'

/** A part of a line; `role` is what it stands for, which gives it its colour. */
type Piece = { readonly text: string; readonly role: string | undefined }

const spanOf = ({ text, role }: Piece): HTMLSpanElement => {
  const span = document.createElement('span')
  span.textContent = text
  if (role) span.dataset.role = role
  return span
}

/** Draws a line by its tokens, and what Tab would insert after it. */
export const drawWords = (host: HTMLElement, reading: Reading, ghost: string): void =>
  host.replaceChildren(...piecesOf(reading).map(spanOf), ...(ghost ? [spanOf({ text: ghost, role: 'ghost' })] : []))

/** Makes what is drawn follow a text that was not read yet: up to the first difference all keeps its colours, and the rest has none. */
export const followText = (host: HTMLElement, text: string): void => {
  let at = 0
  let isSame = true
  for (const span of [...host.children]) {
    const word = span.textContent
    const kept = isSame && !span.matches('[data-role="ghost"]') ? sameLetters(word, text.slice(at)) : 0
    at += kept
    if (kept === word.length) continue
    isSame = false
    if (kept === 0) span.remove()
    else span.textContent = word.slice(0, kept)
  }
  if (at < text.length) host.append(spanOf({ text: text.slice(at), role: undefined }))
}

/** The number of letters that two texts have in common at their beginning. */
const sameLetters = (one: string, other: string): number => {
  let count = 0
  while (count < one.length && one[count] === other[count]) count++
  return count
}

/** Tokens of the line, including the spaces between them. */
const piecesOf = ({ line, tokens }: Reading): readonly Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const { from, to, role } of [...tokens].sort((a, b) => a.from - b.from)) {
    if (from > at) pieces.push({ text: line.slice(at, from), role: undefined })
    pieces.push({ text: line.slice(from, to), role })
    at = Math.max(at, to)
  }
  if (at < line.length) pieces.push({ text: line.slice(at), role: undefined })
  return pieces
}
