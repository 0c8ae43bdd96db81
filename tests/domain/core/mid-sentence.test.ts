import { expect, test } from 'vitest'
import { midSentence } from '../../../src/domain/core/mid-sentence.ts'

test.each([
  ['Name', 'name'],
  ['Time-out, seconds', 'time-out, seconds'],
  ['TLS name', 'TLS name'],
  ['PKCE', 'PKCE'],
  ['X', 'x'],
  ['', ''],
])('%j stands within a sentence as %j', (label, text) => expect(midSentence(label)).toBe(text))
