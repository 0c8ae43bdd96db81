import { expect, test } from 'vitest'
import { systemResolve } from '../../src/agent/runner/address.ts'

test.each(['shop.localhost', 'a.B.LocalHost', 'shop.localhost.'])(
  '%s leads to this machine, whatever name servers say',
  async (host) => {
    expect(await systemResolve(host)).toEqual(['127.0.0.1', '::1'])
  },
)

test('a name that only looks like one is looked up', async () => {
  await expect(systemResolve('localhost.invalid')).rejects.toThrow()
})
