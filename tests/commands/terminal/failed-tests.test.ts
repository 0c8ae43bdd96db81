import { expect, test } from 'vitest'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import { printOutcome } from '../../../src/cli/print-outcome.ts'
import type { World } from '../../../src/commands/core/world.ts'
import { headlessCommandById } from '../../../src/commands/headless/book.ts'
import { newWork, workingWorld } from '../../../src/commands/headless/headless-world.ts'
import { exampleWorld } from '../world.ts'
import { testIo } from './test-terminal.ts'

/** The exit code of a command whose test the server answers so. */
const codeAfter = async (id: string, args: object, answer: object): Promise<number> => {
  const command = headlessCommandById(id)
  if (!command) throw new Error(`There is no ${id}.`)
  const work = newWork()
  // Every call is answered with the outcome of the test.
  const call = (async () => answer) as unknown as World['call']
  await command.run({ ...args }, workingWorld(command, { ...exampleWorld().world, place: null }, work, call))
  return printOutcome(work.outcome, { flags: {}, command, io: testIo().io, url: '', startedAt: 0 })
}

const trial = (result_category: string) => ({
  id: 't',
  state: 'done',
  location_id: 'local',
  outcome: { result_category, http_code: 500, timing: { total: 5 }, detail: {}, steps: [], workflow: null },
})

const { done, failed } = EXIT_CODES

test.each([
  ['trial.start', { url: 'http://a.example/' }, trial('FAIL'), failed.code],
  ['trial.start', { url: 'http://a.example/' }, trial('SLOW'), done.code],
  ['trial.start', { url: 'http://a.example/' }, trial('PASS'), done.code],
  ['trial.start', { url: 'http://a.example/' }, { ...trial('FAIL'), state: 'lost', outcome: null }, failed.code],
  ['workflow.try', { monitors: ['m'] }, trial('FAIL'), failed.code],
  ['workflow.try', { monitors: ['m'] }, trial('PASS'), done.code],
  ['key-service.test', { organization: 'o' }, { problem: 'It does not answer.' }, failed.code],
  ['key-service.test', { organization: 'o' }, { problem: null }, done.code],
  ['webhook.test', { webhook: 'w' }, { status: 'failed', detail: 'It did not arrive.', error: '500' }, failed.code],
  ['webhook.test', { webhook: 'w' }, { status: 'sent', detail: 'It arrived.', error: null }, done.code],
  ['mail.test', {}, { status: 'failed', outcome: 'Nobody took it.' }, failed.code],
])('%s exits with 1 where its test fails: %j', async (id, args, answer, code) => {
  expect(await codeAfter(id, args, answer)).toBe(code)
})
