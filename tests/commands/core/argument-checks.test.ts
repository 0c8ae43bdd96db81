import { describe, expect, test } from 'vitest'
import { argumentsOf } from '../../../src/commands/core/argument.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { isComplete, shownProblem } from '../../../src/commands/core/line/reading.ts'
import { suggestionsFor } from '../../../src/commands/core/line/suggest.ts'
import { commands } from '../../../src/commands/registry.ts'
import { exampleWorld } from '../world.ts'

const { world } = exampleWorld()
const read = (line: string) => readLine(line, world)

describe('a line that the server would refuse is not ready', () => {
  test.each([
    ['create monitor X notaurl', '“notaurl” is not an address'],
    ['create monitor X https://', '“https://” is not an address'],
    ['create monitor X https://me:secret@shop.example/', 'must not contain a user name or password'],
    ['change monitor catalogue-search --url nowhere', 'is not an address'],
    ['watch address nothing', '“nothing” is not an address'],
    ['create alert email not-an-address', 'not-an-address is not one'],
    ['create alert webhook not-an-address', 'must be a full http or https URL'],
    ['invite person nobody VIEWER', '“nobody” is not an email address'],
    ['set time-zone Europe/Berln', '“Europe/Berln” is not a time zone'],
    ['change downtime nightly-backup --timezone Mars/Base', '“Mars/Base” is not a time zone'],
    ['fetch file shop', '“shop” is not an address'],
    ['add condition catalogue-search latency gt --val abc', '--val must be a number of milliseconds, 0 or more.'],
    ['add condition catalogue-search http_code between --val 200 --val2 100', '--val2 must not be less than'],
    ['add condition catalogue-search http_code between --val 200', '--val2 must be given: a status code'],
    ['add condition catalogue-search json eq', '--property must be'],
    ['add condition catalogue-search latency matches --val 1', 'The comparison must fit the source'],
    [
      'add condition catalogue-search http_code eq --val 200 --if-true slow',
      '--if-true may be slow only for a latency',
    ],
    ['add condition catalogue-search body contains --val ok --variable 1st', '--variable must begin with a letter'],
    ['add project-condition latency gt --val abc', '--val must be a number of milliseconds, 0 or more.'],
    ['add project-condition json eq --val 1', '--property must be'],
    ['compare result last', '“last” is not the id of a result: “list results” prints them.'],
    ['create auth setting X --auth-type OAUTH2 --token-url nowhere', 'which must be a URL such as https://login'],
    ['create auth setting X --auth-type OAUTH2 --token-url http://login.example/', 'which must start with https://'],
    ['set business hours partner-checks whenever', '“whenever” cannot be read. Use mon-fri 8-12'],
    ['change status-page --slug Shop!', 'which must be lower-case letters'],
    ['change status-page --home shop', 'which must be an address such as https://example.com.'],
  ])('%s: %s', (line, words) => {
    for (const typed of [line, `${line} `]) {
      const reading = read(typed)
      expect([typed, isComplete(reading)]).toEqual([typed, false])
      expect(suggestionsFor(typed, world).filter(({ title }) => title === 'Ready')).toEqual([])
    }
    const sentences = read(`${line} `).problems.map(({ sentence }) => sentence)
    expect(sentences.join(' ')).toContain(words)
    // What is not there yet may be typed next.
    if (!/must be given|--property must be/.test(words)) expect(shownProblem(read(`${line} `))).not.toBeNull()
  })
})

test('what is wrong so far may be the beginning of what is right, and is not shown while it is typed', () => {
  for (const typed of ['watch address htt', 'create alert email ops', 'set time-zone Europe/Be'])
    expect([typed, shownProblem(read(typed))]).toEqual([typed, null])
})

describe('a line that the server would take is ready', () => {
  test.each([
    'create monitor X https://shop.example/cart',
    'set business hours partner-checks "mon-fri 8-12, 13-17; sat 10:00-14:00"',
    'set business hours partner-checks always',
    'create auth setting X --auth-type OAUTH2 --token-url http://localhost:4000/token --audience shop',
    'change status-page --slug shop-api --home https://shop.example/',
    'create monitor X %%HOST%%/cart',
    'create monitor X https://%%HOST%%:%%PORT%%/',
    'watch address http://localhost:4721/ok',
    'create alert email ops@example.com',
    'create alert email "ops@example.com, dev@example.com"',
    'set time-zone Europe/Berlin',
    'set time-zone browser',
    'change monitor catalogue-search --url https://shop.example/',
    'add condition catalogue-search latency gt --val 900',
    'add condition catalogue-search http_code between --val 200 --val2 299',
    'add condition catalogue-search json eq --property $.status --val ok --if-true warning',
    'add project-condition latency gt --val "{{ LIMIT }}" --if-true slow',
  ])('%s', (line) => expect(read(line).problems).toEqual([]))
})

test.each([
  ['watch address localhost:4721/ok', 'watch address http://localhost:4721/ok'],
  ['watch address 127.0.0.1/ok', 'watch address http://127.0.0.1/ok'],
  ['watch address shop.example/cart?id=1', 'watch address https://shop.example/cart?id=1'],
  ['create monitor X shop.example:8443', 'create monitor X https://shop.example:8443'],
])('%s is completed to %s', (line, fix) => {
  expect(shownProblem(read(line))?.fix).toBe(fix)
  expect(read(fix).problems).toEqual([])
})

describe('a condition to remove', () => {
  const conditions = [
    { source: 'latency', condition: 'lt', val: '900' },
    { source: 'latency', condition: 'gt', val: '1' },
    { source: 'http_code', condition: 'eq', val: '200' },
  ]
  const loaded = exampleWorld({
    read: ((operation: string) =>
      /conditions$|conditions.read$/.test(operation) ? { conditions } : undefined) as never,
  }).world
  test.each(['remove condition catalogue-search', 'remove project-condition'])('%s: one that is named', (words) => {
    const sentence = (named: string) => readLine(`${words} ${named} `, loaded).problems[0]?.sentence ?? null
    expect(sentence('time')).toContain('“time” may be several conditions. Name one by its number: 1 (')
    expect(sentence('header')).toContain('No condition is “header”. There are 1 (')
    expect(sentence('4')).toContain('No condition is “4”.')
    expect(sentence('3')).toBeNull()
    expect(sentence('"status code"')).toBeNull()
    // Until the conditions are here, the line is judged when it runs.
    expect(readLine(`${words} time `, world).problems).toEqual([])
  })
})

test('every address, email address and time zone of a line is checked while it is typed', () => {
  // A step of a browser test may go to a path of its own site.
  const free = new Set(['step.add url'])
  for (const command of commands)
    for (const { key, check } of argumentsOf(command))
      if (/^(url|email|time_?zone|zone)$/.test(key) && !free.has(`${command.id} ${key}`))
        expect([command.id, key, check !== null]).toEqual([command.id, key, true])
})
