/** What reads a text that a stranger writes: a person, a client, or a server that is monitored. */
export type Reader = {
  readonly name: string
  /** The most characters that reach it. */
  readonly most: number
  /** What stands around a text that is made to be slow: without it, a reader may turn the text away at its first character. */
  readonly frames: readonly (readonly [before: string, after: string])[]
  /** Pieces that mean something to it, beside those that mean something to most. */
  readonly units: readonly string[]
  readonly read: (text: string) => unknown
}

/** What is repeated: marks that begin, end, part or escape something somewhere. */
export const PIECES = [
  ...[
    'a',
    '1',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '"',
    "'",
    '\\',
    '\\"',
    '(',
    ')',
    '[',
    '<',
    '>',
    '{',
    '{{',
    '}}',
    '{%',
    '%%',
    '%%A',
  ],
  ...[
    '__A',
    '_',
    '%%A%%',
    ',',
    'a,',
    ':',
    ';',
    '=',
    'a=b;',
    '/',
    '//',
    '?',
    '#',
    '@',
    '-',
    '--a ',
    '.',
    '1.',
    '%',
    '%2',
    '&',
  ],
  ...['a ', 'ab,', '|', '#\n', '?\n', 'T', '2000-T', ' \n', '🜁', 'é', '\u0301', '漢'],
]

const PLAIN: Reader['frames'] = [['', '']]

/** A reader that is tried with plain texts, and with those in its frames. */
export const reader = (
  name: string,
  most: number,
  read: Reader['read'],
  { frames = PLAIN, units = [] }: { frames?: Reader['frames']; units?: readonly string[] } = {},
): Reader => ({ name, most, frames, units, read })

/** The texts that a reader is tried with: each piece in each frame, so many characters long. */
export const shapesOf = ({ frames, units }: Reader): { name: string; make: (length: number) => string }[] =>
  [...new Set([...PIECES, ...units])].flatMap((unit) =>
    frames.map(([before, after]) => ({
      name: JSON.stringify(before + unit + unit + after),
      make: (length: number) => {
        const between = Math.max(0, length - before.length - after.length)
        return before + unit.repeat(Math.ceil(between / unit.length)).slice(0, between) + after
      },
    })),
  )

/** Milliseconds of the processor that reading a text takes; what other programs do beside it does not count. */
export const costMs = async ({ read }: Reader, text: string): Promise<number> => {
  const before = process.cpuUsage()
  await read(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
