import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodingOf, isReadable, textOfBytes } from '../../src/agent/runner/body-text.ts'

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

describe('The text of a body', () => {
  // Values of the standard’s indexes and labels, among them those that other decoders get wrong.
  test.each<[charset: string, bytes: readonly number[], text: string]>([
    ['iso-8859-1', [0x80, 0x9f, 0xe9], '€Ÿé'],
    ['latin1', [0x81], '\u0081'],
    ['ascii', [0x93, 0x94], '“”'],
    ['windows-1252', [0x85], '…'],
    ['iso-8859-9', [0xfe], 'ş'],
    ['windows-874', [0xa1], 'ก'],
    ['tis-620', [0x80], '€'],
    ['koi8-u', [0xa4, 0xae], 'єў'],
    ['koi8-ru', [0xbe], 'Ў'],
    ['x-cp1251', [0xcf], 'П'],
    ['ibm866', [0x8f], 'П'],
    ['macintosh', [0xdb], '€'],
    ['iso-8859-8-i', [0xe0], 'א'],
    ['shift_jis', [0x93, 0xfa, 0x81, 0x60], '日～'],
    ['ms932', [0x87, 0x40], '①'],
    ['euc-jp', [0xc6, 0xfc, 0x8e, 0xb1], '日ｱ'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42], '日'],
    ['big5', [0xa4, 0x40, 0x88, 0x62], '一Ê̄'],
    ['big5-hkscs', [0xfa, 0x40], '𠕇'],
    ['gb2312', [0xc8, 0xd5, 0x80], '日€'],
    ['gb18030', [0x81, 0x30, 0x81, 0x30, 0x94, 0x39, 0xda, 0x33], '\u0080💩'],
    ['euc-kr', [0xc0, 0xcf], '일'],
    ['ks_c_5601-1987', [0x81, 0x41], '갂'],
    ['utf-16', [0x61, 0x00], 'a'],
    ['utf-16be', [0x00, 0x61], 'a'],
    ['unicode-1-1-utf-8', [0xc3, 0xa9], 'é'],
    ['x-user-defined', [0x80], '\uf780'],
    ['utf-8', [0x61, 0xe9, 0x62], 'a\ufffdb'],
    ['utf-8', [0x61, 0x00, 0x62], 'a\0b'],
    ['no-such-charset', [0xc3, 0xa9], 'é'],
    ['iso-2022-kr', [0x61], 'a'],
  ])('in the charset %s is that of the Encoding standard', (charset, given, text) => {
    for (const type of [`text/plain; charset=${charset}`, `text/html;Charset="${charset.toUpperCase()}"; x=1`])
      expect(textOfBytes(bytes(given), type, false)).toBe(text)
  })

  test.each<[what: string, type: string, body: Buffer, encoding: string]>([
    ['a byte order mark before the charset', 'text/plain; charset=latin1', bytes([0xef, 0xbb, 0xbf], 'a'), 'UTF-8'],
    ['a byte order mark of UTF-16', 'application/json', bytes([0xff, 0xfe], 'a\0'), 'UTF-16LE'],
    [
      'the charset before the document',
      'text/xml; charset=koi8-r',
      bytes('<?xml version="1.0" encoding="big5"?>'),
      'KOI8-R',
    ],
    ['the declaration of XML', 'application/soap+xml', bytes(`<?xml version='1.0' encoding='EUC-JP' ?>`), 'EUC-JP'],
    ['the declaration of XML without a type', '', bytes('<?xml version="1.0" encoding="iso-8859-15"?>'), 'ISO-8859-15'],
    [
      'XML that is UTF-16 without a mark',
      'text/xml',
      Buffer.from('<?xml version="1.0"?>', 'utf16le').swap16(),
      'UTF-16BE',
    ],
    ['XML in single bytes that says UTF-16', 'text/xml', bytes('<?xml version="1.0" encoding="utf-16"?>'), 'UTF-8'],
    ['the charset of a page', 'text/html', bytes('<!-- x --><meta charset="windows-1251">'), 'windows-1251'],
    [
      'the type in a page',
      'text/html',
      bytes('<META content="text/html; charset=gbk" http-equiv="Content-Type">'),
      'GBK',
    ],
    ['a page that says UTF-16 in single bytes', 'text/html', bytes('<meta charset=utf-16>'), 'UTF-8'],
    ['a text that looks like a page', 'text/plain', bytes('<meta charset=big5>'), 'UTF-8'],
    ['the charset of its own', 'text/plain; a="; charset=utf-8"; charset=latin1', Buffer.from([0xe9]), 'windows-1252'],
    ['a charset in single quotes', "text/plain; charset='koi8-r'", Buffer.from([0xc1]), 'KOI8-R'],
    ['JSON in UTF-8, whatever its charset', 'application/hal+json; charset=latin1', Buffer.from('"ö"'), 'UTF-8'],
    ['JSON that is no UTF-8', 'application/json; charset=latin1', bytes('"\xf6"'), 'windows-1252'],
  ])('follows %s', (_, type, body, encoding) => {
    expect(encodingOf(body, type)).toBe(encoding)
  })

  test('has no byte order mark', () => {
    for (const mark of [bytes([0xef, 0xbb, 0xbf], 'ok'), bytes([0xff, 0xfe], 'o\0k\0'), bytes([0xfe, 0xff], '\0o\0k')])
      expect(textOfBytes(mark, 'text/plain; charset=utf-8', false)).toBe('ok')
  })

  test('of a body that is cut within a character ends before that', () => {
    const whole = new Map([
      ['utf-8', Buffer.from('aé日💩'.repeat(20))],
      ['utf-16le', Buffer.from('aé日💩'.repeat(20), 'utf16le')],
      ['shift_jis', bytes([0x61, 0x93, 0xfa, 0xb1, 0x81, 0x60].concat([0x93, 0xfa]))],
      ['gb18030', bytes([0x61, 0x94, 0x39, 0xda, 0x33, 0xc8, 0xd5])],
      ['euc-jp', bytes([0x8f, 0xb0, 0xa1, 0x61, 0xc6, 0xfc])],
    ])
    for (const [charset, body] of whole) {
      const type = `text/plain; charset=${charset}`
      const text = textOfBytes(body, type, false)
      expect(text).not.toContain('\ufffd')
      for (let end = 0; end <= body.length; end++) {
        const part = textOfBytes(body.subarray(0, end), type, true)
        expect(text.startsWith(part), `${charset} ${end}`).toBe(true)
      }
    }
  })

  test('is there for any bytes under any type', () => {
    const types = fc.oneof(
      fc.constantFrom('', 'text/html', 'text/xml', 'application/json', 'image/png'),
      fc.string().map((charset) => `text/plain; charset=${charset}`),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), types, fc.boolean(), (given, type, isCut) => {
        expect(typeof textOfBytes(Buffer.from(given), type, isCut)).toBe('string')
      }),
    )
  })
})

test.each([
  ['text/plain', 'a\0', true],
  ['application/json; charset=utf-8', '\ufffd', true],
  ['application/problem+json', '', true],
  ['application/vnd.api+xml', 'x', true],
  ['application/x-ndjson', '\ufffd', true],
  ['image/svg+xml', '<svg/>', true],
  ['image/png', '\ufffdPNG', false],
  ['application/octet-stream', 'plain', true],
  ['application/octet-stream', 'a\0', false],
  ['', 'a\u0001', false],
])('People read a body of type %j with the text %j as text: %s', (type, text, readable) => {
  expect(isReadable(text, type)).toBe(readable)
})
