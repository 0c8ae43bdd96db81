import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeState, encodeState } from '../../../src/domain/integrations/authorization-state.ts'

test('a state says the same after encoding and decoding, and is a plain base64url text', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 40 }), { maxKeys: 5 }),
      fc.string({ minLength: 1, maxLength: 40 }),
      (fields, csrfToken) => {
        const { ['__proto__']: _, ...own } = fields
        const state = { ...own, csrfToken }
        const text = encodeState(state)
        expect(text).toMatch(/^[\w-]+$/)
        expect(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).toEqual(state)
        if (text.length <= 2048) expect(decodeState(text)).toEqual(state)
      },
    ),
  )
})

test('what is no state is null', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const text of ['', 'x', '!', '💥', encoded(null), encoded([]), encoded('a'), encoded({ csrfToken: 1 })])
    expect(decodeState(text)).toBeNull()
  expect(decodeState(encoded({ flow: 'f' }))).toBeNull()
  expect(decodeState(encoded({ csrfToken: 'c', long: 'x'.repeat(2000) }))).toBeNull()
})
