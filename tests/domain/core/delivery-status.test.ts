import { expect, test } from 'vitest'
import { deliveryWord, notConfirmed } from '../../../src/domain/core/delivery-status.ts'

test('a delivery that waits for its recipient to confirm says so, and any other says its status', () => {
  const error = notConfirmed('ops@example.com')
  expect(deliveryWord({ status: 'retrying', error })).toBe('Recipient has not confirmed yet')
  expect(deliveryWord({ status: 'retrying', error: 'Connection refused.' })).toBe('Retrying')
  expect(deliveryWord({ status: 'retrying', error: null })).toBe('Retrying')
  expect(deliveryWord({ status: 'delivered', error: null })).toBe('Delivered')
  expect(deliveryWord({ status: 'failed', error })).toBe('Not delivered')
})
