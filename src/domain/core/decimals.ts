/**
 * A decimal number: `sign` × 0.`digits` × 10^`point`. `digits` begin and end with a digit other than 0, and are empty for zero. The point
 * is a bigint, because an exponent may have any number of digits.
 */
type Decimal = { readonly sign: -1 | 0 | 1; readonly digits: string; readonly point: bigint }

const ZERO: Decimal = { sign: 0, digits: '', point: 0n }

// Loops instead of patterns such as /0+$/, whose time grows with the square of a run of zeros.
const leadingZeros = (digits: string): number => {
  let count = 0
  while (digits.charAt(count) === '0') count++
  return count
}
const withoutTrailingZeros = (digits: string): string => {
  let end = digits.length
  while (end > 0 && digits.charAt(end - 1) === '0') end--
  return digits.slice(0, end)
}

/** Reads the text of a number as JSON and conditions write it, which callers have checked. */
const decimalOf = (text: string): Decimal => {
  const [mantissa = '', exponent = '0'] = text.trim().toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.')
  const all = withoutTrailingZeros(whole + fraction)
  const zeros = leadingZeros(all)
  if (zeros === all.length) return ZERO
  return {
    sign: mantissa.startsWith('-') ? -1 : 1,
    digits: all.slice(zeros),
    point: BigInt(exponent.replace(/^\+/, '')) + BigInt(whole.length - zeros),
  }
}

/**
 * The order of two number texts by their decimal values: negative, zero or positive as `a` is less than, equal to or greater than `b`.
 * Exact at any length and exponent, in time proportional to the texts.
 */
export const compareDecimals = (a: string, b: string): number => {
  const [left, right] = [decimalOf(a), decimalOf(b)]
  if (left.sign !== right.sign) return left.sign - right.sign
  const larger = left.sign === 0 ? 1 : left.sign
  if (left.point !== right.point) return left.point > right.point ? larger : -larger
  // Without trailing zeros, digits after the point are in the order of texts.
  return left.digits === right.digits ? 0 : left.digits > right.digits ? larger : -larger
}

/** Digits up to which every decimal is a different double (DBL_DIG of IEEE 754). */
const SAFE_DIGITS = 15

/**
 * The order of two number texts whose doubles are known, as `compareDecimals`. Doubles that differ decide alone, because rounding to a
 * double never changes the order. NaN if a text is no number, which its double says.
 */
export const compareNumbers = (a: string, left: number, b: string, right: number): number => {
  if (left !== right) return left < right ? -1 : left > right ? 1 : Number.NaN
  const isShort = a.length <= SAFE_DIGITS && b.length <= SAFE_DIGITS && Number.isFinite(left) && left !== 0
  return a === b || isShort ? 0 : compareDecimals(a, b)
}

/** Whether the decimal value of a number text has no fraction. */
export const isWholeDecimal = (text: string): boolean => {
  const { digits, point } = decimalOf(text)
  return BigInt(digits.length) <= point
}

/** Zeros that a canonical text fills in at most before it has an exponent. */
const MOST_ZEROS = 20n

/** A JSON number text that is the same for all texts of one decimal value: `1e2`, `100` and `100.0` give `100`. */
export const canonicalDecimal = (text: string): string => writtenDecimal(decimalOf(text))

const writtenDecimal = ({ sign, digits, point }: Decimal): string => {
  if (sign === 0) return '0'
  const minus = sign < 0 ? '-' : ''
  const length = BigInt(digits.length)
  if (point >= length && point - length <= MOST_ZEROS) return `${minus}${digits}${'0'.repeat(Number(point - length))}`
  if (point > 0n && point < length) return `${minus}${digits.slice(0, Number(point))}.${digits.slice(Number(point))}`
  if (point <= 0n && -point <= MOST_ZEROS) return `${minus}0.${'0'.repeat(Number(-point))}${digits}`
  return `${minus}${digits}e${point - length}`
}

/** Direction of rounding: `common` rounds a half up, towards positive infinity, as `Math.round`. */
export type Rounding = 'common' | 'ceiling' | 'floor' | 'truncate'

const roundsAway = (sign: number, rest: string, method: Rounding): boolean => {
  if (method === 'truncate') return false
  if (method !== 'common') return sign > 0 === (method === 'ceiling')
  if (rest.charAt(0) !== '5') return rest.charAt(0) > '5'
  return sign > 0 || rest.length > 1
}

/** The canonical text of a number rounded to decimal places. */
export const roundedDecimal = (text: string, places: number, method: Rounding): string => {
  const decimal = decimalOf(text)
  const { sign, digits, point } = decimal
  const kept = point + BigInt(places)
  if (kept >= BigInt(digits.length)) return writtenDecimal(decimal)
  const head = kept > 0n ? digits.slice(0, Number(kept)) : ''
  const rest = kept < 0n ? '0' : digits.slice(Number(kept))
  const whole = BigInt(head || '0') + (roundsAway(sign, rest, method) ? 1n : 0n)
  return canonicalDecimal(`${sign < 0 ? '-' : ''}${whole}e${-places}`)
}
