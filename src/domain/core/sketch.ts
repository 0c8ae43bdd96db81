/**
 * A quantile sketch of values ≥ 0: DDSketch (Masson, Rim, Lee, VLDB 2019) with a relative accuracy of 1 % and the logarithmic
 * buckets of `@datadog/sketches-js`. Bucket `keys[i]` holds `counts[i]` values; keys are in ascending order.
 */
export type Sketch = {
  /** Number of values. */
  count: number
  /** Number of values that are 0. */
  zeros: number
  readonly keys: number[]
  readonly counts: number[]
}

const ACCURACY = 0.01
const GAMMA = 1 + (2 * ACCURACY) / (1 - ACCURACY)
// Computed exactly like the other implementation, so that rounding never moves a value to another bucket.
const PER_DOUBLING = (1 / Math.log1p((2 * ACCURACY) / (1 - ACCURACY))) * Math.log(2)
const SMALLEST = 2 ** -1022

// Plus 0, because values just below 1 round to −0, which differs from 0 when keys are compared as text.
const keyOf = (value: number): number => Math.ceil(Math.log2(value) * PER_DOUBLING) + 0
/** The largest value of bucket `key`, and the limit below all values of the next one. */
export const edgeOf = (key: number): number => 2 ** (key / PER_DOUBLING)
const centreOf = (key: number): number => 2 ** (key / PER_DOUBLING) * (2 / (1 + GAMMA))

export const emptySketch = (): Sketch => ({ count: 0, zeros: 0, keys: [], counts: [] })

/** Index of the first key that is at least `key`. */
const placeOf = (keys: readonly number[], key: number): number => {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] ?? 0) < key) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Adds a value to the sketch, `count` times.
 * @throws RangeError for a negative or infinite value, or a count that is not a positive whole number.
 */
export const addTo = (sketch: Sketch, value: number, count = 1): void => {
  if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) throw new RangeError(`A sketch cannot hold ${value}`)
  if (!(Number.isSafeInteger(count) && count >= 1)) throw new RangeError(`A sketch cannot count ${count} times`)
  sketch.count += count
  if (value < SMALLEST) {
    sketch.zeros += count
    return
  }
  const key = keyOf(value)
  const place = placeOf(sketch.keys, key)
  if (sketch.keys[place] === key) sketch.counts[place] = (sketch.counts[place] ?? 0) + count
  else {
    sketch.keys.splice(place, 0, key)
    sketch.counts.splice(place, 0, count)
  }
}

/** Merges `other` into `sketch`, with the same outcome as adding every value to one sketch. */
export const mergeInto = (sketch: Sketch, other: Sketch): void => {
  sketch.count += other.count
  sketch.zeros += other.zeros
  const { keys, counts } = sketch
  let place = 0
  for (let index = 0; index < other.keys.length; index++) {
    const key = other.keys[index] ?? 0
    const count = other.counts[index] ?? 0
    while (place < keys.length && (keys[place] ?? 0) < key) place++
    if (keys[place] === key) counts[place] = (counts[place] ?? 0) + count
    else {
      keys.splice(place, 0, key)
      counts.splice(place, 0, count)
    }
  }
}

/**
 * The quantile `q` (0 to 1) of all values: within 1 % of the value at rank ⌊q · (n − 1)⌋, which `exactQuantile` returns. Null for an empty
 * sketch.
 */
export const quantile = (sketch: Sketch, q: number): number | null => {
  const { count, zeros, keys, counts } = sketch
  if (count === 0 || !(q >= 0 && q <= 1)) return null
  const rank = rankOf(q, count)
  let seen = zeros
  if (rank < seen) return 0
  for (let place = 0; place < keys.length; place++) {
    seen += counts[place] ?? 0
    if (rank < seen) return centreOf(keys[place] ?? 0)
  }
  return null
}

/**
 * Number of values below a limit, or at most the limit if it is `inclusive`. Values within 1 % of the limit may be on either side; the
 * quantile `q` is below the limit exactly if more values than its rank are.
 */
export const countBelow = ({ zeros, keys, counts }: Sketch, limit: number, inclusive: boolean): number => {
  const isBelow = (value: number): boolean => (inclusive ? value <= limit : value < limit)
  let count = isBelow(0) ? zeros : 0
  for (let place = 0; place < keys.length && isBelow(centreOf(keys[place] ?? 0)); place++) count += counts[place] ?? 0
  return count
}

/** The rank, from 0, of the quantile `q` among `count` values in ascending order: ⌊q · (count − 1)⌋. */
export const rankOf = (q: number, count: number): number => Math.floor(q * (count - 1))

// Layout: version, zeros, then for each bucket the difference of its key from the previous one (for the first, zigzag from 0)
// with an extra low bit that says whether the bucket holds more than one value; if so, its count minus 2 follows. Numbers are
// varints, 7 bits a byte, least significant first. Adjacent buckets of a busy sketch take 2 bytes, a single value 5.
const VERSION = 1

/** Uses arithmetic instead of shifts, because counts may exceed 32 bits. */
const write = (bytes: number[], value: number): void => {
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

const corrupt = () => new Error('These bytes are not a sketch')

/** Reads varints one after the other. @throws Error if the bytes end within a number. */
const reader = (bytes: Uint8Array) => {
  let at = 0
  return {
    more: () => at < bytes.length,
    read: (): number => {
      let value = 0
      for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
        const byte = bytes[at++]
        if (byte === undefined) throw corrupt()
        value += (byte & 127) * scale
        if (byte < 128) return value
      }
      throw corrupt()
    },
  }
}

/** Encodes a sketch for storage: about 140 bytes for 600 values of one target. */
export const encodeSketch = (sketch: Sketch): Uint8Array => {
  const bytes: number[] = [VERSION]
  write(bytes, sketch.zeros)
  let last: number | null = null
  for (let index = 0; index < sketch.keys.length; index++) {
    const key: number = sketch.keys[index] ?? 0
    const count = sketch.counts[index] ?? 0
    const distance = last === null ? (key < 0 ? -2 * key - 1 : 2 * key) : key - last
    write(bytes, 2 * distance + (count > 1 ? 1 : 0))
    if (count > 1) write(bytes, count - 2)
    last = key
  }
  return Uint8Array.from(bytes)
}

/**
 * Decodes a sketch.
 * @throws Error for bytes that `encodeSketch` did not write.
 */
export const decodeSketch = (bytes: Uint8Array): Sketch => {
  const { more, read } = reader(bytes)
  if (read() !== VERSION) throw corrupt()
  const sketch = emptySketch()
  sketch.zeros = read()
  sketch.count = sketch.zeros
  let last: number | null = null
  while (more()) {
    const packed = read()
    const distance = Math.floor(packed / 2)
    const key: number = last === null ? (distance % 2 === 1 ? -(distance + 1) / 2 : distance / 2) : last + distance
    if (key === last) throw corrupt()
    const count = packed % 2 === 1 ? read() + 2 : 1
    sketch.keys.push(key)
    sketch.counts.push(count)
    sketch.count += count
    last = key
  }
  return sketch
}

/** Keys from 10^-12 to 10^19: every latency in milliseconds. Values beyond count as the first or last key. */
const TALLY = { lowest: -1_400, keys: 3_600 }

/**
 * Merges many stored sketches without decoding each, and single values. `take` returns quantiles of what was merged (null if nothing
 * was) and resets the tally; so does `sketch`, which returns all of it.
 * @throws Error for bytes that `encodeSketch` did not write.
 */
export const sketchTally = () => {
  const counts = new Float64Array(TALLY.keys)
  let [count, zeros, first, last] = [0, 0, TALLY.keys, -1]
  const raise = (place: number, many: number): void => {
    const at = Math.min(Math.max(place, 0), TALLY.keys - 1)
    counts[at] = (counts[at] ?? 0) + many
    count += many
    if (at < first) first = at
    if (at > last) last = at
  }
  const takeSketch = (): Sketch => {
    const sketch: Sketch = { count, zeros, keys: [], counts: [] }
    for (let at = first; at <= last; at++) {
      const many = counts[at] ?? 0
      if (many === 0) continue
      sketch.keys.push(at + TALLY.lowest)
      sketch.counts.push(many)
    }
    counts.fill(0, first, last + 1)
    ;[count, zeros, first, last] = [0, 0, TALLY.keys, -1]
    return sketch
  }
  return {
    add(bytes: Uint8Array): void {
      let at = 0
      // Written out for numbers of one byte, which nearly all are: figures of a project read many thousand sketches.
      const read = (): number => {
        const first = bytes[at++]
        if (first === undefined) throw corrupt()
        if (first < 128) return first
        let value = first & 127
        for (let scale = 128; scale <= 2 ** 49; scale *= 128) {
          const byte = bytes[at++]
          if (byte === undefined) throw corrupt()
          value += (byte & 127) * scale
          if (byte < 128) return value
        }
        throw corrupt()
      }
      if (read() !== VERSION) throw corrupt()
      const none = read()
      zeros += none
      count += none
      let place: number | null = null
      while (at < bytes.length) {
        const packed = read()
        const distance = Math.floor(packed / 2)
        place =
          place === null ? (distance % 2 === 1 ? -(distance + 1) / 2 : distance / 2) - TALLY.lowest : place + distance
        raise(place, packed % 2 === 1 ? read() + 2 : 1)
      }
    },
    /** Adds a value ≥ 0. */
    addValue(value: number): void {
      if (value >= SMALLEST) raise(keyOf(value) - TALLY.lowest, 1)
      else {
        zeros++
        count++
      }
    },
    take(q: number): number | null {
      return quantile(takeSketch(), q)
    },
    sketch: takeSketch,
  }
}
