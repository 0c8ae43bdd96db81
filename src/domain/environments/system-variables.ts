/** Where the values of the moment and of chance come from. */
export type Chance = {
  /** Start of the run, in milliseconds since 1970. */
  readonly nowMs: number
  /** Returns a number from 0 (included) to 1 (excluded). */
  readonly random: () => number
}

type SystemVariable = {
  /** The value, for documentation and completion. */
  readonly words: string
  /** An invented value, for previews. */
  readonly example: string
  /** Computes the value at the agent; absent if the server knows it. */
  readonly compute?: (chance: Chance) => string
}

const isoTime = ({ nowMs }: Chance): string => new Date(nowMs).toISOString()

const below = (limit: number, { random }: Chance): number => Math.floor(random() * limit)

const textOf = (alphabet: string, length: number, chance: Chance): string =>
  Array.from({ length }, () => alphabet.charAt(below(alphabet.length, chance))).join('')

const HEX = '0123456789abcdef'

const uuid = (chance: Chance): string => {
  const hex = textOf(HEX, 32, chance)
  const variant = '89ab'.charAt(below(4, chance))
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    '-',
  )
}

const DIGITS = '0123456789'

/** The digit that makes the sum of Luhn's algorithm a multiple of ten. */
const checkDigit = (digits: string): number => {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** Returns a number of a credit card: its brand's prefix, random digits and the check digit. */
const cardOf =
  (prefixes: readonly string[], length: number) =>
  (chance: Chance): string => {
    const prefix = prefixes[below(prefixes.length, chance)] ?? ''
    const digits = prefix + textOf(DIGITS, length - 1 - prefix.length, chance)
    return `${digits}${checkDigit(digits)}`
  }

const visa = cardOf(['4'], 16)
const mastercard = cardOf(['51', '52', '53', '54', '55'], 16)
const amex = cardOf(['34', '37'], 15)
const BRANDS = [visa, mastercard, amex]

const angle = (most: number) => (chance: Chance) => (chance.random() * 2 * most - most).toFixed(6)

/**
 * System variables: the last place in which a placeholder is looked up. Documentation, completion and computation are derived from this
 * table. Each is computed once per run, so two uses give the same value.
 */
export const SYSTEM_VARIABLES = {
  DATETIME: { words: 'date and time of the run, UTC', example: '2026-01-05T10:00:00.000Z', compute: isoTime },
  DATE: { words: 'date of the run, UTC', example: '2026-01-05', compute: (chance) => isoTime(chance).slice(0, 10) },
  TIME: { words: 'time of the run, UTC', example: '10:00:00.000', compute: (chance) => isoTime(chance).slice(11, 23) },
  UNIXTIME: {
    words: 'seconds since 1970',
    example: '1767607200',
    compute: ({ nowMs }) => String(Math.floor(nowMs / 1000)),
  },
  UNIXTIME_MS: {
    words: 'milliseconds since 1970',
    example: '1767607200000',
    compute: ({ nowMs }) => String(Math.floor(nowMs)),
  },
  PROJECT_ID: { words: 'id of the project', example: 'AbCdEf' },
  PROJECT_NAME: { words: 'name of the project', example: 'Shop' },
  CALL_ID: { words: 'id of the monitor', example: 'AbCdEf' },
  CALL_NAME: { words: 'name of the monitor', example: 'Checkout' },
  CALL_RESULT_ID: { words: 'id of the result', example: 'AAAAAgAB' },
  CALL_AUTH_ID: { words: 'id of the auth setting, empty without one', example: '' },
  CALL_TOKEN_ID: { words: 'id of the token, empty without one', example: '' },
  WORKFLOW_ID: { words: 'id of the workflow, empty outside one', example: '' },
  WORKFLOW_NAME: { words: 'name of the workflow, empty outside one', example: '' },
  WORKFLOW_RESULT_ID: { words: 'id of the workflow’s result, empty outside one', example: '' },
  CLIENT_ID: { words: 'client id of the auth setting', example: 'client' },
  CLIENT_SECRET: { words: 'client secret of the auth setting', example: 'secret' },
  LOCATION_ID: { words: 'id of the location', example: 'local' },
  LOCATION_NAME: { words: 'name of the location', example: 'Vienna' },
  CREDITCARD: {
    words: '16 digits with a valid check digit',
    example: '4539578763621486',
    compute: cardOf(['4', '5'], 16),
  },
  VISACARD: { words: 'number of a Visa card', example: '4539578763621486', compute: visa },
  MASTERCARD: { words: 'number of a Mastercard', example: '5425233430109903', compute: mastercard },
  AMEXCARD: { words: 'number of an American Express card', example: '374245455400126', compute: amex },
  RANDCARD: {
    words: 'number of a card of one of these three brands',
    example: '5425233430109903',
    compute: (chance) => (BRANDS[below(BRANDS.length, chance)] ?? visa)(chance),
  },
  RANDOM_INT: {
    words: 'whole number from 0 to 2147483647',
    example: '1804289383',
    compute: (chance) => String(below(2 ** 31, chance)),
  },
  RANDOM_FLOAT: {
    words: 'number from 0 to 1',
    example: '0.840188',
    compute: ({ random }) => random().toFixed(6),
  },
  RANDOM_STRING: {
    words: '16 letters and digits',
    example: 'q8Zr2LkT0bVx5NdA',
    compute: (chance) => textOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 16, chance),
  },
  UUID: { words: 'random UUID (version 4)', example: '9b2f5c1e-7a3d-4f60-8c21-5d0e9a4b7f13', compute: uuid },
  NONCE: {
    words: '32 random hexadecimal digits',
    example: '5f2b8c0d9e1a47363c5d2e8f90a1b4c7',
    compute: (chance) => textOf(HEX, 32, chance),
  },
  LATITUDE: { words: 'random latitude in degrees', example: '48.208174', compute: angle(90) },
  LONGITUDE: { words: 'random longitude in degrees', example: '16.373819', compute: angle(180) },
} as const satisfies Readonly<Record<string, SystemVariable>>

const table: ReadonlyMap<string, SystemVariable> = new Map(Object.entries(SYSTEM_VARIABLES))

/** Whether a name is that of a system variable. */
export const isSystemVariable = (name: string): boolean => table.has(name)

/** Computes the variables of the moment and of chance among these names. */
export const computedVariables = (names: Iterable<string>, chance: Chance): Record<string, string> => {
  const values: Record<string, string> = {}
  for (const name of names) {
    const compute = table.get(name)?.compute
    if (compute && !Object.hasOwn(values, name)) values[name] = compute(chance)
  }
  return values
}
