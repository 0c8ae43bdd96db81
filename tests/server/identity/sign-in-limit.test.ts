import { expect, test } from 'vitest'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer } from '../../support/server.ts'

const ADA = 'ada@example.com'

test('a sign-in counts once, so that nobody is turned away after the right password', async () => {
  const running = await startServer({ env: { SONDE_LIMITS: 'on', SONDE_LIMIT_SIGN_INS_PER_MINUTE: '3' } })
  try {
    for (let count = 0; count < 3; count++) await signIn(running.server, ADA, ADMIN_PASSWORD)
    await expect(signIn(running.server, ADA, ADMIN_PASSWORD)).rejects.toThrow()
  } finally {
    await running.stop()
  }
})
