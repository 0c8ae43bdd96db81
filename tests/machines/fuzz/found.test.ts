import { describe, expect, test } from 'vitest'
import { examples } from '../../../machines/examples/examples.ts'
import { tryPath } from './fuzz.ts'
import { rows } from './general.ts'

/** A way that once broke an invariant, as the fuzz printed it: the chart, the law, the number of the chart's example, and the moves. */
type Found = readonly [chart: string, law: string, example: number, path: readonly string[]]

const READ_ADA = 'read done {"output":{"user":{"sub":"auth|1","email":'
const READ_BOB = 'read done {"output":{"user":{"sub":"auth|2","email":'
const LISTED = 'list done {"output":{"meta":{"account_id":"ada","cur'
const REFUSED = 'call failed {"error":{"error":"The request was refus'
const SIGNED_IN = [`signIn: ${READ_ADA}`, `projectSwitch: ${LISTED}`, 'projectSwitch: quota done']

const found: readonly Found[] = [
  [
    'signIn',
    'a signed-out page knows nobody, and no session that expired',
    0,
    [READ_ADA, 'EXPIRED', 'RETRY', 'read done {"output":{"user":null}}'],
  ],
  [
    'signIn',
    'a session that expired is said to have',
    0,
    [READ_ADA, 'EXPIRED', 'RETRY', 'read failed', 'SIGN_IN {"target"', 'leave failed'],
  ],
  [
    'signIn',
    'who has just come in, or has just been away too long, sees no older error',
    0,
    [READ_ADA, 'SIGN_OUT', 'leave failed', 'EXPIRED'],
  ],
  ['resource', 'a state without a failure shows none', 0, ['FETCH', 'call done', 'FETCH', REFUSED, 'FETCH', 'ABORT']],
  [
    'resource',
    'a state without a failure shows none',
    0,
    ['FETCH', 'call done', 'FETCH', REFUSED, 'FETCH', 'call failed {"error":{"error":"The request was aborted."}}'],
  ],
  ['lazyScreen', 'a state without a failure shows none', 0, ['load failed', 'RETRY']],
  [
    'console',
    'a state without a failure shows none',
    0,
    ['OPEN {"line":"go home"}', 'SUBMIT', 'perform failed', 'SUBMIT'],
  ],
  [
    'projectSwitch',
    'a state without a failure shows none',
    0,
    [
      LISTED,
      'quota done',
      'SWITCH {"id":"b"}',
      'quota failed {"error":{"error":"The list could not be read."}}',
      'BARRED {"demand":{"code":"no_project_access"',
    ],
  ],
  [
    'projectSwitch',
    'the project that the person left is not open',
    0,
    [
      LISTED,
      'quota done',
      'SWITCH {"id":"b"}',
      'LEFT',
      'quota failed {"error":{"error":"The list could not be read."}}',
    ],
  ],
  ['projectSwitch', 'a changed list is read after the change', 0, [LISTED, 'quota done', 'REFRESH', 'REFRESH']],
  [
    'draft',
    'a form without changes shows no refusal',
    1,
    [
      'CHANGE {"path":"name","value":"new"}',
      'SAVE',
      'save failed {"error":{"error":"The name is taken.","',
      'CHANGE {"path":"name","value":"old"}',
    ],
  ],
  [
    'draft',
    'a server that is back is not said to be away',
    0,
    [
      'CHANGE {"path":"name","value":"new"}',
      'SAVE',
      'save failed {"error":{"error":"No answer.","failure"',
      'CHANGE {"path":"name","value":"theirs"}',
      'SERVER_BACK',
    ],
  ],
  ['wizard', 'what is called stored was sent', 1, ['NEXT', 'CHANGE {"path":"info.name","value":"Grace"}', 'info done']],
  ['wizard', 'it asks about leaving only while something is unsaved', 1, ['LEAVE', 'SKIP']],
  [
    'judging',
    'each barred condition is barred once',
    0,
    [
      'CHANGED {"tried":{"outcome":null,"set":{"meta":{},"c',
      'wait 2000 ms',
      'REACHED {"expression":"[\\"json\\"]"}',
      'wait 2000 ms',
      'REACHED {"expression":"[\\"json\\"]"}',
      'wait 2000 ms',
    ],
  ],
  ['toasts', 'there are never more than a person can read', 0, Array<string>(30).fill('SHOW {"text":"Saved."}')],
  [
    'app',
    'another person does not see the data of the one before',
    0,
    [...SIGNED_IN, 'cache: REQUIRE', 'signIn: EXPIRED', 'signIn: RETRY', `signIn: ${READ_BOB}`],
  ],
  [
    'app',
    'a signed-out app shows no message and no line of the person who was here',
    0,
    [
      ...SIGNED_IN,
      'toasts: SHOW {"text":"Deleted.","undo":"a"}',
      'console: OPEN {"line":"go home"}',
      'signIn: EXPIRED',
      'signIn: RETRY',
      'signIn: read done {"output":{"user":null}}',
    ],
  ],
  [
    'app',
    'a signed-out app stores no preferences with an account',
    0,
    [...SIGNED_IN, 'signIn: EXPIRED', 'signIn: RETRY', 'signIn: read done {"output":{"user":null}}'],
  ],
  [
    'app',
    'a signed-out app holds no data of a project',
    0,
    [...SIGNED_IN, 'FAILED', 'signIn: EXPIRED', 'signIn: RETRY', 'signIn: read done {"output":{"user":null}}'],
  ],
]

describe('Ways that broke an invariant once', () => {
  test.each(found)('%s: %s (%#)', (chart, law, number, path) => {
    const row = rows[chart]
    const example = examples[chart]?.[number]
    if (!row || !example) throw new Error(`${chart} has no example ${number}.`)
    expect([
      ...Object.keys(row.laws),
      'a state without a failure shows none',
      'a failed state has its error',
    ]).toContain(law)
    expect(tryPath(example, row, path)).toBeNull()
  })
})
