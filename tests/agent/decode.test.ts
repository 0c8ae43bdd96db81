import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { decodeBody } from '../../src/agent/runner/decode.ts'

const LINES = Array.from({ length: 200 }, (_, index) => `line ${index * index}`).join('\n')
/** `LINES` in zstd, from its reference encoder. */
const LINES_ZSTD = Buffer.from(
  'KLUv/WQFB+UMACbrThKwpZADjuCSQElLZMsKrIhDBgFKAEcASAB+O2OQvGkdLx0TKrxfU4XJkkyt4qI3oej4O3XYWPIobe/wKaRlH5XaLH2dzhkchHY4pbNKncv4WIT073aUtqlfh9B7J9AAYCBAID/vwFY4BqVxM6u9t1twQs0bXVZVjZq0aSpf9SjUHfO67obSZnwbbvFDSIvCZ8owi9SVHfm8QxDaoWd0tkqkz6H0p5YQ0lcfdRlRoeqFuBrVghpKwomsvsvjYkLNEfRWrCfOXPLHeKvfYfaOkGN5+DiUDfOCdK92J3zOCyNCi0PIOelMV1dq57V8fByThpDhk1/x10ysI9Q4HF6GehxTS/MYpA2537hUyFomPo1yEQ6UylXseGcswiW0woGK8+/IWV76zDIl5zOBIkHI4I9vcUuTF8myodTvA4DHqBAQxK1j4JXGEBLGD+MvCvdWieeqO+daPL5qcHuTuEYwf5M491I471J4vmIiZQoNADrcAy9IT/AOoSKSchgiQpSgYTOOqvz76RtIzVS7mfeOnX2uLt2AgSlAYKfwbcSG',
  'base64',
)
/** 600 000 characters in zstd, in several blocks with a checksum. */
const LONG_ZSTD = Buffer.from(
  'KLUv/aTAJwkAlAAAUGFiY2RlZmdoaWoBAPP/zQsSTAAACGMBAPz/ORACTAAACGUBAPz/ORACTAAACGcBAPz/ORACTQAACGkBALwnORAClxF5dw==',
  'base64',
)
const KEPT = 262_144

/** A zstd frame without a checksum: a window of 2 to the power, and blocks. */
const zstdFrame = (windowLog: number, ...blocks: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3]), ...blocks])
const block = (type: 0 | 1, size: number, content: Buffer, isLast = false): Buffer => {
  const head = Buffer.alloc(3)
  head.writeUIntLE((size << 3) | (type << 1) | (isLast ? 1 : 0), 0, 3)
  return Buffer.concat([head, content])
}
const raw = (text: string, isLast = false) => block(0, text.length, Buffer.from(text), isLast)
const repeated = (size: number, isLast = false) => block(1, size, Buffer.from('a'), isLast)

const decode = async (bytes: Buffer, codings: string, truncated = false) => {
  const { bytes: decoded, ...rest } = await decodeBody(bytes, codings, truncated)
  return { text: decoded.toString(), ...rest }
}

describe('A body is decoded from', () => {
  const plain = Buffer.from(LINES)
  test.each([
    ['gzip', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['zstd', LINES_ZSTD],
    ['GZIP, br', brotliCompressSync(gzipSync(plain))],
    ['zstd, gzip', gzipSync(LINES_ZSTD)],
    ['identity', plain],
  ])('%s', async (codings, bytes) => {
    expect(await decode(bytes, codings)).toEqual({ text: LINES, truncated: false, message: null })
  })

  test.each([
    ['br', brotliCompressSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['gzip', gzipSync(plain)],
    ['zstd', LINES_ZSTD],
  ])('%s alone: what follows it is not passed over', async (coding, packed) => {
    const bad = Buffer.from('Fatal error')
    for (const rest of [
      bad,
      Buffer.concat([Buffer.alloc(20), bad]),
      ...(coding === 'zstd' ? [] : [Buffer.from([0, 1])]),
    ]) {
      const { message } = await decode(Buffer.concat([packed, rest]), coding)
      expect(message).toMatch(/^the body stays compressed: it is not valid /)
    }
    // Zeros fill up the last block of an archive.
    if (coding !== 'zstd')
      expect(await decode(Buffer.concat([packed, Buffer.alloc(20)]), coding)).toMatchObject({
        text: LINES,
        message: null,
      })
  })

  test('several zstd frames, also empty and skippable ones', async () => {
    const skippable = Buffer.from([0x5f, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2])
    const frames = [skippable, zstdFrame(10, raw('a'), raw('b', true)), zstdFrame(10, raw('', true)), skippable]
    const all = Buffer.concat([...frames, zstdFrame(20, repeated(4, true)), LINES_ZSTD])
    expect(await decode(all, 'zstd')).toEqual({ text: `abaaaa${LINES}`, truncated: false, message: null })
  })

  test('the beginning of a body that was cut', async () => {
    const cut = await decode(LONG_ZSTD.subarray(0, 60), 'zstd', true)
    expect(cut).toMatchObject({ truncated: true, message: null })
    expect(cut.text).toMatch(/^(abcdefghij)+/)
  })
})

describe('A body that decodes to more than is kept', () => {
  test.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['deflate', deflateSync(Buffer.alloc(50_000_000))],
    ['zstd', LONG_ZSTD],
    ['zstd', zstdFrame(23, ...Array.from({ length: 60_000 }, () => repeated(131_072)))],
  ])('is decoded to its beginning from %s', async (coding, bytes) => {
    const decoded = await decodeBody(bytes, coding, false)
    expect(decoded).toMatchObject({ truncated: true, message: null })
    expect(decoded.bytes).toHaveLength(KEPT)
  })
})

describe('A zstd body stays compressed', () => {
  test.each([
    ['its window is larger than 8 MiB', zstdFrame(24, raw('a', true))],
    ['its window is larger than 8 MiB', zstdFrame(41, raw('a', true))],
    ['its window is larger than 8 MiB', Buffer.concat([zstdFrame(10, raw('a', true)), zstdFrame(27, raw('a', true))])],
    ['a block is larger than 128 KiB', zstdFrame(20, repeated(131_073, true))],
    ['it has too many small blocks', zstdFrame(23, ...Array.from({ length: 2_000 }, () => raw('')))],
    ['it ends too early', zstdFrame(10, raw('a'))],
    ['it ends too early', LINES_ZSTD.subarray(0, 100)],
    ['it has no frame', Buffer.from('no zstd')],
    ['it needs a dictionary', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 0, 9, 1, 0, 0])],
  ])('if %s', async (reason, bytes) => {
    const { message, bytes: left } = await decodeBody(bytes, 'zstd', false)
    expect(message).toBe(`the body stays compressed: it is not valid zstd (${reason})`)
    expect(left.equals(bytes)).toBe(true)
  })
})
