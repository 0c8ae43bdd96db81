import { hasPlaceholder } from '../core/placeholders.ts'
import { FLAGS, SHORT_NAMES, VALUED } from './curl-option-names.ts'

/** An option of a curl command by its long name; a word that is no option is the value of `url`. */
export type CurlOption = {
  readonly name: string
  /** Empty for an option that takes none; undefined where the command ends before it. */
  readonly value: string | undefined
  /** False for `--no-…`. */
  readonly isOn: boolean
  /** What is to be said of how it is written, as a sentence. */
  readonly note?: string
}

/** A word that curl does not know, and whether the next word is taken for its value. */
type Unknown = { readonly unknown: string; readonly hasValue?: boolean }

/** The options in order, and the words that are none of curl's. */
export const optionsIn = (words: readonly string[]): readonly (CurlOption | Unknown)[] => {
  const options: (CurlOption | Unknown)[] = []
  // Places of addresses that follow a word which curl does not know: they may be its value.
  const doubtful = new Set<number>()
  let isSure = false
  let isOver = false
  let isAfterUnknown = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const isDoubtful = isAfterUnknown
    isAfterUnknown = false
    if (word === '--' && !isOver) isOver = true
    else if (isOver || !/^[-–—]/.test(word)) {
      if (isDoubtful) doubtful.add(options.length)
      else isSure ||= isLikeAddress(word)
      options.push({ name: 'url', value: word, isOn: true })
    } else
      for (const written of writtenIn(word)) {
        if ('unknown' in written) {
          options.push(written)
          isAfterUnknown = !written.unknown.includes('=')
          continue
        }
        const { attached, ...option } = written
        const value = VALUED.has(option.name) ? (attached ?? words[++at]) : ''
        if (option.name === 'url' && value !== undefined) isSure = true
        options.push({ ...option, value })
      }
  }
  return isSure ? withoutDoubtful(options, doubtful) : options
}

/** Takes the doubtful addresses for values of the words before them, because there is another address. */
const withoutDoubtful = (
  options: readonly (CurlOption | Unknown)[],
  doubtful: ReadonlySet<number>,
): (CurlOption | Unknown)[] =>
  options.flatMap((option, at) =>
    doubtful.has(at) ? [] : ['unknown' in option && doubtful.has(at + 1) ? { ...option, hasValue: true } : option],
  )

const isLikeAddress = (word: string): boolean => /[./:]|^localhost$/i.test(word) || hasPlaceholder(word)

type Written = Omit<CurlOption, 'value'> & { readonly attached?: string }

/** The options in one word: `--name`, `--name=value`, or letters such as `-sXPOST`. A letter that takes a value ends the word. */
const writtenIn = (word: string): (Written | Unknown)[] => {
  const [, dashes = '', name = '', attached] = /^([-–—]+)([^=]*)(?:=(.*))?$/s.exec(word) ?? []
  const isLong = dashes === '--' || (dashes !== '-' && name.length > 1)
  if (isLong) return [longOption(word, name, attached, dashes === '--')]
  // With one dash, curl would read the letters of a long name one by one: nobody means that.
  if (name.length > 2 && (VALUED.has(name) || FLAGS.has(name))) return [longOption(word, name, attached, false)]
  return lettersOf(word)
}

const longOption = (word: string, name: string, attached: string | undefined, isUsual: boolean): Written | Unknown => {
  const known = knownName(name)
  const takesValue = known !== null && VALUED.has(known.name)
  if (known === null || (attached !== undefined && !takesValue)) return { unknown: word }
  const written = takesValue && attached !== undefined ? { ...known, attached } : known
  if (!isUsual) return { ...written, note: `${word.slice(0, 40)} is read as --${name.slice(0, 40)}.` }
  return attached === undefined ? written : { ...written, note: `curl takes no “=” after --${name}: a space is meant.` }
}

/** Finds a long name, also with `no-` or `expand-` before it, or cut short so that one name alone begins with it. */
const knownName = (name: string): Omit<Written, 'attached'> | null => {
  const found = completed(name, () => true)
  if (found !== null) return { name: found, isOn: true }
  const [, sign = '', rest = ''] = /^(no|expand)-(.+)$/s.exec(name) ?? []
  if (sign === 'no') {
    const flag = completed(rest, (known) => FLAGS.has(known))
    return flag === null ? null : { name: flag, isOn: false }
  }
  const valued = sign === 'expand' ? completed(rest, (known) => VALUED.has(known)) : null
  return valued === null
    ? null
    : {
        name: valued,
        isOn: true,
        note: `--expand-${valued} fills in variables of curl: give them values under Variables.`,
      }
}

const completed = (name: string, fits: (known: string) => boolean): string | null => {
  if (VALUED.has(name) || FLAGS.has(name)) return fits(name) ? name : null
  if (name === '' || name.length > 40) return null
  const found = [...VALUED, ...FLAGS].filter((known) => known.startsWith(name))
  const [only] = found
  return only !== undefined && found.length === 1 && fits(only) ? only : null
}

const lettersOf = (word: string): (Written | Unknown)[] => {
  const options: (Written | Unknown)[] = []
  for (let at = 1; at < word.length; at++) {
    const name = SHORT_NAMES.get(word.charAt(at))
    // What follows a letter that curl does not know may be its value.
    if (name === undefined) return [...options, { unknown: `-${word.slice(at)}` }]
    const attached = word.slice(at + 1)
    if (VALUED.has(name)) return [...options, { name, isOn: true, ...(attached !== '' && { attached }) }]
    options.push({ name, isOn: true })
  }
  return options.length > 0 ? options : [{ unknown: word }]
}
