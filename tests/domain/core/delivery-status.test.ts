import { expect, test } from 'vitest'
import { deliveryWord, notConfirmed } from '../../../src/domain/core/delivery-status.ts'

test('a delivery that waits for its recipient to confirm says so, and any other says its status', () => {
  const error = notConfirmed('ops@example.com', true)
  expect(deliveryWord({ status: 'retrying', error: notConfirmed('ops@example.com', false) })).toBe(
    'Recipient has not confirmed yet',
  )
  expect(deliveryWord({ status: 'retrying', error })).toBe('Recipient has not confirmed yet')
  expect(deliveryWord({ status: 'retrying', error: 'Connection refused.' })).toBe('Retrying')
  expect(deliveryWord({ status: 'retrying', error: null })).toBe('Retrying')
  expect(deliveryWord({ status: 'delivered', error: null })).toBe('Delivered')
  expect(deliveryWord({ status: 'failed', error })).toBe('Not delivered')
})

test('a link is only said to be sent where a mail server is configured', () => {
  expect(notConfirmed('ops@example.com', true)).toContain('the mail that was sent there')
  expect(notConfirmed('ops@example.com', false)).toMatch(/was not sent: no mail server .*SONDE_SMTP_URL.* outbox\.$/)
})
