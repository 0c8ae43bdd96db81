import { expect, test } from 'vitest'
import { EMPTY_PROJECT, openTestServer } from './test-server.ts'
import { openTestTerminal } from './test-terminal.ts'

type Body = { readonly request?: { url?: string }; readonly parameters?: { email_address?: unknown }; name?: string }

/** What a server refuses of a body: the field, and what is wrong with it. */
const refusalOf = ({ request, parameters, name }: Body): { loc: string[]; msg: string } | null => {
  if (request?.url?.includes('refused')) return { loc: ['request', 'url'], msg: 'The address is no URL.' }
  if (parameters && !JSON.stringify(parameters).includes('@'))
    return { loc: ['parameters', 'email_address'], msg: 'This is no email address.' }
  return name === 'wrong' ? { loc: ['name'], msg: 'The name is wrong.' } : null
}

/** A server that refuses what it is sent field by field. */
const openServer = async () => {
  const bodies: string[] = []
  const url = await openTestServer(({ method, text }) => {
    if (method === 'GET') return [200, EMPTY_PROJECT]
    bodies.push(text)
    const isUnjudged = text.includes('"conditions"') && bodies.some((body) => body.includes('unjudged'))
    const refusal = isUnjudged ? { loc: ['conditions'], msg: 'No conditions here.' } : refusalOf(JSON.parse(text))
    return refusal ? [422, { detail: [refusal] }] : [201, { id: 'made', name: 'Made', meta: { name: 'Made' } }]
  })
  return { url, bodies }
}

/** Runs a line for a person who gives these answers, and no more. */
const ran = async (line: readonly string[], answers: readonly string[], canAsk = true) => {
  const { url, bodies } = await openServer()
  const left = [...answers]
  const asked: { question: string; hidden: boolean | undefined }[] = []
  const sonde = openTestTerminal({
    env: { SONDE_URL: url, SONDE_API_KEY: 'key' },
    canAsk,
    async ask(question, { hidden } = {}) {
      asked.push({ question, hidden })
      return left.shift() ?? null
    },
  })
  return { ...(await sonde(...line)), bodies, asked, left }
}

test('an answer that the server refuses is asked for again, and the others stay', async () => {
  const { code, err, bodies, asked, left } = await ran(
    ['create', 'monitor'],
    ['Shop', 'https://refused.example', 'https://a.example'],
  )
  expect([code, left]).toEqual([0, []])
  expect(err).toContain('The address is no URL.')
  expect(asked.map(({ question }) => question)).toEqual([
    'Which name? ',
    expect.stringContaining('address'),
    expect.stringContaining('address'),
  ])
  const made = bodies.filter((body) => body.includes('"https://a.example"'))
  expect(made).toEqual([expect.stringContaining('"Shop"')])
})

test('an answer that no server would take is asked for again without sending it', async () => {
  const { code, err, bodies } = await ran(['create', 'monitor'], ['Shop', 'notaurl', 'https://a.example'])
  expect(code).toBe(0)
  expect(err).toContain('“notaurl” is not an address')
  expect(bodies.join()).not.toContain('notaurl')
})

test('the receiver of an alert is asked for again, and what is typed is shown unless it is a key', async () => {
  const mail = await ran(['create', 'alert'], ['email', 'ops', 'ops@a.example'])
  expect([mail.code, mail.left]).toEqual([0, []])
  expect(mail.asked.map(({ hidden }) => hidden)).toEqual([undefined, undefined, undefined])
  const key = await ran(['create', 'alert', 'pagerduty'], [])
  expect(key.asked).toEqual([{ question: expect.stringContaining('(not shown while you type)'), hidden: true }])
})

test.each([
  // The table of channels says whether an address lets in whoever knows it.
  ['webhook', undefined],
  ['slack', true],
  ['discord', true],
  ['email_text', undefined],
])('of %s, it depends on the channel whether the address is hidden', async (channel, hidden) => {
  const { asked } = await ran(['create', 'alert', channel], [])
  expect(asked.map((each) => each.hidden)).toEqual([hidden])
})

test('what was not asked for is not asked for again, and neither is anything in a script', async () => {
  const given = await ran(['create', 'monitor', '--url', 'https://refused.example'], ['Shop', 'https://a.example'])
  expect([given.code, given.asked.length]).toEqual([2, 1])
  const script = await ran(
    ['create', 'monitor', 'Shop', '--url', 'https://refused.example'],
    ['https://a.example'],
    false,
  )
  expect([script.code, script.asked.length]).toEqual([2, 0])
})

test('what was done in part is not done again', async () => {
  const { code, bodies, left } = await ran(
    ['create', 'monitor'],
    ['Shop', 'https://unjudged.example', 'https://b.example'],
  )
  expect([code, left]).toEqual([1, ['https://b.example']])
  expect(bodies.filter((body) => body.includes('"Shop"'))).toHaveLength(1)
})

test('whoever answers nothing more ends the command', async () => {
  const { code, asked } = await ran(['create', 'monitor'], ['Shop', 'https://refused.example'])
  expect([code, asked.length]).toEqual([2, 3])
})
