import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodedHeaders, HeaderDecoder } from '../../src/agent/runner/hpack.ts'
import { huffmanDecoded } from '../../src/agent/runner/hpack-huffman.ts'

const bounds = { mostFields: 1_000, mostBytes: 65_536 }
const decode = (hex: string, decoder = new HeaderDecoder()) =>
  decoder.decode(Buffer.from(hex.replaceAll(' ', ''), 'hex'), bounds)
const lines = (fields: ReturnType<typeof decode>) =>
  Array.isArray(fields) ? fields.map(({ key, value }) => `${key}: ${value}`) : fields

describe('A block of header fields', () => {
  test('is read as the examples of RFC 7541, C.6, with Huffman codes and a table that outlasts a block', () => {
    const decoder = new HeaderDecoder()
    const first = '4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d'
    expect(lines(decode(`${first} 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3`, decoder))).toEqual([
      ':status: 302',
      'cache-control: private',
      'date: Mon, 21 Oct 2013 20:13:21 GMT',
      'location: https://www.example.com',
    ])
    expect(lines(decode('4883 640e ff c1 c0 bf', decoder))).toEqual([
      ':status: 307',
      'cache-control: private',
      'date: Mon, 21 Oct 2013 20:13:21 GMT',
      'location: https://www.example.com',
    ])
  })

  test('stores no entry that is larger than the table, which it empties', () => {
    const decoder = new HeaderDecoder()
    expect(lines(decode('4003 612d 6201 63', decoder))).toEqual(['a-b: c'])
    expect(lines(decode('be', decoder))).toEqual(['a-b: c'])
    const long = Buffer.concat([Buffer.from('4001617fa11f', 'hex'), Buffer.alloc(4_128, 'x')])
    expect(decoder.decode(long, bounds)).toHaveLength(1)
    expect(decode('be', decoder)).toBe('undecodable')
  })

  test.each([
    ['an index of 0', '80'],
    ['an index beyond the tables', 'ff 00'],
    ['a number without an end', 'ff ff ff ff ff ff ff'],
    ['a text longer than the block', '00 05 61'],
    ['a padding of a whole byte', '00 82 1f ff 01 61'],
    ['a padding of zeros', '00 81 18 01 61'],
    ['the code of the end of a text', '00 84 ff ff ff ff 01 61'],
    ['a table larger than ours', '3f e2 1f'],
    ['a change of the table after a field', '88 20'],
  ])('with %s is not decoded', (_, hex) => {
    expect(decode(hex)).toBe('undecodable')
  })

  test('that names a long entry of the table again and again is too large, and one with very many fields has too many', () => {
    const entry = Buffer.concat([Buffer.from('4001617f811f', 'hex'), Buffer.alloc(4_000 + 96, 'x')])
    const short = Buffer.concat([Buffer.from('4001617f811e', 'hex'), Buffer.alloc(3_968, 'x')])
    expect(new HeaderDecoder().decode(Buffer.concat([entry, Buffer.alloc(60, 0xbe)]), bounds)).toBe('undecodable')
    expect(new HeaderDecoder().decode(Buffer.concat([short, Buffer.alloc(60, 0xbe)]), bounds)).toBe('too large')
    expect(new HeaderDecoder().decode(Buffer.alloc(2_000, 0x88), bounds)).toBe('too many')
  })

  test('says the same once it was written and read', () => {
    const name = fc.constantFrom(':path', 'accept', 'authorization', 'x-one', 'cookie', 'user-agent')
    const field = fc.record({ key: name, value: fc.string({ unit: 'grapheme', maxLength: 400 }) })
    fc.assert(
      fc.property(fc.array(field, { maxLength: 30 }), (fields) => {
        expect(new HeaderDecoder().decode(encodedHeaders(fields), { mostFields: 30, mostBytes: 1e6 })).toEqual(fields)
      }),
    )
  })

  test('whatever its bytes are, is read or refused', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (blocks) => {
        const decoder = new HeaderDecoder()
        for (const block of blocks) decoder.decode(Buffer.from(block), bounds)
        huffmanDecoded(Buffer.concat(blocks))
      }),
    )
  })
})
