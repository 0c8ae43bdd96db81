import { expect, test } from 'vitest'
import { candidatesFor, candidatesOf, type NamesOf } from '../../../src/cli/completion.ts'
import { EMPTY_PROJECT, openTestServer } from './test-server.ts'
import { openTestTerminal } from './test-terminal.ts'

const entities = ['Checkout', 'checkout', 'Checkout · capture payment', 'Twin', 'Twin', 'Tax lookup'].map(
  (name, at) => ({
    id: `${at}`.padStart(22, 'm'),
    name,
  }),
)
const namesOf: NamesOf = async (kind) =>
  kind === 'tag' ? [{ text: 'release', note: '' }] : candidatesOf(entities, kind)

const texts = async (...line: readonly string[]) =>
  (await candidatesFor(line.slice(0, -1), line.at(-1) ?? '', namesOf)).map(({ text }) => text)

test('a name that another begins with, or that several share, is offered, so that a shell stops there', async () => {
  expect(await texts('run', 'monitor', 'ch')).toEqual(['checkout', 'checkout-capture-payment'])
  expect(await texts('run', 'monitor', 'Ch')).toEqual(['Checkout'])
  expect(await texts('run', 'monitor', 'tw')).toEqual(['twin'])
  const twins = (await candidatesFor(['run', 'monitor'], '', namesOf)).filter(({ note }) =>
    note.startsWith('2 monitors'),
  )
  expect(twins).toEqual([{ text: 'twin', note: '2 monitors: name one by its id' }])
  expect(await texts('run', 'monitor', 'mmm')).toHaveLength(2)
})

test('after a comma, the next of a list is completed, and none twice', async () => {
  expect(await texts('run', 'monitor', 'tax-lookup,ch')).toEqual([
    'tax-lookup,checkout',
    'tax-lookup,checkout-capture-payment',
  ])
  expect(await texts('run', 'monitor', 'tax-lookup,ta')).toEqual([])
  expect(await texts('watch', 'checkout,ta')).toEqual(['checkout,tax-lookup'])
})

test('categories and tags are completed, and formats', async () => {
  expect(await texts('list', 'results', '--result-category', 'F')).toEqual(['FAIL'])
  expect(await texts('list', 'results', '--result-category', 'PASS,F')).toEqual(['PASS,FAIL'])
  expect(await texts('watch', '--category', 'S')).toEqual(['SLOW', 'SKIPPED'])
  expect(await texts('list', 'monitors', '--tag', 're')).toEqual(['release'])
  expect(await texts('tag', 'monitor', 'checkout', '--tags', 're')).toEqual(['release'])
  expect(await texts('list', 'results', '--monitor', 'ta')).toEqual(['tax-lookup'])
  expect(await texts('watch', '-o', 'j')).toEqual(['json', 'jsonl'])
})

test('names and words are completed in whatever case they are typed', async () => {
  expect(await texts('run', 'monitor', 'TAX')).toEqual(['tax-lookup'])
  expect(await texts('run', 'monitor', 'tax-lookup,CHECKOUT-')).toEqual(['tax-lookup,checkout-capture-payment'])
  expect(await texts('list', 'MONI')).toEqual(['monitors'])
  expect(await texts('list', 'results', '--result-category', 'fa')).toEqual(['FAIL'])
})

test('help completes the words of commands', async () => {
  expect(await texts('help', 'wat')).toEqual(['watch'])
  expect(await texts('help', 'run', '')).toEqual(expect.arrayContaining(['monitor', 'workflow']))
  expect(await texts('help', 'run', 'mon')).toEqual(['monitor'])
  expect(await texts('help', 'run', 'monitor', '')).toEqual([])
})

test('the noun is completed after flags, too', async () => {
  expect(await texts('list', '--limit', '1', 'moni')).toEqual(['monitors'])
  expect(await texts('-o', 'json', 'list', 'moni')).toEqual(['monitors'])
  expect(await texts('run', '--delay', '5', 'monitor', 'ta')).toEqual(['tax-lookup'])
})

test.each(['--project', '-p'])('after %s, the server is asked for the names of projects', async (flag) => {
  const env = { SONDE_URL: await openTestServer(() => [200, EMPTY_PROJECT]), SONDE_API_KEY: 'key' }
  const { out } = await openTestTerminal({ env })('completion', 'words', '--', 'list', 'monitors', flag, 'SH')
  expect(out).toBe('shop\tPersonal\n')
})
