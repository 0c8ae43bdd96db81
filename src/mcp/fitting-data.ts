import { jsonLine } from './untrusted.ts'

/** Characters of data in an answer: what is longer would fill the context of a model. */
export const MOST_CHARACTERS = 60_000

/** Characters that data takes in an answer. */
export const sizeOf = (data: unknown): number => (data === undefined ? 0 : jsonLine(data).length)

/** Lengths that texts are cut to, one after the other, until the data fits; then the numbers of items that lists are cut to. */
const TEXTS = [20_000, 8_000, 3_000, 1_000, 300]
const ITEMS = [1_000, 300, 100, 30, 10, 3]

type Limits = { readonly text: number; readonly items: number }

const counted = (count: number): string => count.toLocaleString('en-US')

/** The beginning of a text; half of a character is none. */
const beginningOf = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

const cutValue = (value: unknown, limits: Limits): unknown => {
  const { text, items } = limits
  if (typeof value === 'string')
    return value.length <= text
      ? value
      : `${beginningOf(value, text)}… (cut: the first ${counted(text)} of ${counted(value.length)} characters)`
  if (Array.isArray(value)) {
    const kept = value.slice(0, items).map((each) => cutValue(each, limits))
    return value.length <= items
      ? kept
      : [...kept, `… (cut: the first ${counted(items)} of ${counted(value.length)} items)`]
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const kept = entries.slice(0, items).map(([key, each]) => [beginningOf(key, text), cutValue(each, limits)] as const)
  const rest =
    entries.length <= items ? [] : [['…', `cut: the first ${counted(items)} of ${counted(entries.length)} fields`]]
  return Object.fromEntries([...kept, ...rest])
}

/** The steps by which data is cut: its longest texts first, and its lists only where that is not enough. */
const STEPS: readonly Limits[] = [
  ...TEXTS.map((text) => ({ text, items: Number.POSITIVE_INFINITY })),
  ...ITEMS.map((items) => ({ text: TEXTS.at(-1) ?? 0, items })),
]

/** Data that an answer holds: long texts in it are cut where they have to be, and each says so. It stays a value of the same form. */
export const fittingData = <Data extends object>(
  data: Data,
): { readonly data: Data | object; readonly isCut: boolean } => {
  if (sizeOf(data) <= MOST_CHARACTERS) return { data, isCut: false }
  for (const limits of STEPS) {
    const cut = cutValue(data, limits)
    if (sizeOf(cut) <= MOST_CHARACTERS) return { data: Object(cut), isCut: true }
  }
  return { data: { cut: 'The data is too long for an answer.' }, isCut: true }
}
