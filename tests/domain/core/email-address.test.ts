import { expect, test } from 'vitest'
import { isEmailAddress } from '../../../src/domain/core/email-address.ts'

test.each(['ada@example.com', 'o’neill+api@bücher.example', 'ada@localhost', 'a.b_c-d@x.example'])(
  '%s is an email address',
  (text) => expect(isEmailAddress(text)).toBe(true),
)

test.each([
  ['a list', 'ada@example.com,eve@example.com'],
  ['a list before the domain', 'ada,eve@example.com'],
  ['a semicolon', 'ada;eve@example.com'],
  ['a name', 'Ada<ada@example.com>'],
  ['a quoted part', '"ada"@example.com'],
  ['a null character', 'ada\0@example.com'],
  ['a line break', 'ada@example.com\r\nBcc:eve@example.com'],
  ['a mark that turns text round', 'ada\u202e@example.com'],
  ['an invisible letter', 'a\u200bda@example.com'],
  ['an unpaired surrogate', 'ada\ud800@example.com'],
])('%s makes a text no email address', (_, text) => expect(isEmailAddress(text)).toBe(false))
