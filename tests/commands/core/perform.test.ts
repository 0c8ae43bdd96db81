import { describe, expect, test } from 'vitest'
import { historyLine } from '../../../src/commands/core/line/history-line.ts'
import { performLine } from '../../../src/commands/core/line/perform-line.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { callsOf, confirmationOf, perform } from '../../../src/commands/core/perform.ts'
import { type EntityKind, type World, worldWith } from '../../../src/commands/core/world.ts'
import { commandById } from '../../../src/commands/registry.ts'
import { CHECKOUT, exampleWorld, TAX } from '../world.ts'

const twoSelected = { selection: { kind: 'monitor', ids: [CHECKOUT, TAX] } } as const
const stepOf = (command: string, reverse: string, args: object) => ({
  command,
  args,
  reverse: { command: reverse, args },
  name: expect.any(String),
})
const row = (tags: readonly string[]) => ({ meta: { name: 'N', tags } })

test('what is not named is the row with the focus', async () => {
  const { world, sent } = exampleWorld()
  await perform('monitor.run', {}, world)
  expect(sent[0]).toMatchObject({ machine: 'app', event: { type: 'RUN', callId: CHECKOUT, locationId: null } })
})

test('a button that gives a later argument names it, so that the first is asked for', async () => {
  const { world } = exampleWorld({ focus: null })
  const asked = await perform('report.add', { monitor: TAX }, world)
  expect(asked).toEqual({ status: 'asked', line: 'add report-row --monitor tax-lookup-soap' })
  const reading = readLine('add report-row --monitor tax-lookup-soap ', world)
  expect(reading).toMatchObject({
    args: { monitor: TAX },
    missing: { key: 'report' },
    current: { key: 'report' },
    problems: [],
  })
  const report = world.entities('report')[0]?.id ?? ''
  const full = readLine(`add report-row --monitor tax-lookup-soap ${report}`, world)
  expect(full).toMatchObject({ args: { report, monitor: TAX }, missing: null, problems: [] })
})

test('what is selected is done one after the other, and told once, with the steps that undo it', async () => {
  const { world, calls, told } = exampleWorld({ ...twoSelected, onCall: () => row([]) })
  const steps: string[] = []
  await perform('monitor.tag', { tags: ['slow'] }, world, { progress: (done, of) => steps.push(`${done}/${of}`) })
  expect(calls.filter(({ operation }) => operation === 'monitor.update')).toHaveLength(2)
  expect(told).toEqual([
    {
      text: '2 monitors tagged',
      undo: [CHECKOUT, TAX].map((monitor) => stepOf('monitor.untag', 'monitor.tag', { monitor, tags: ['slow'] })),
    },
  ])
  expect(steps).toEqual(['1/2', '2/2'])
})

test('an undo does what it says', async () => {
  const { world, calls } = exampleWorld({ onCall: () => row(['slow', 'kept']) })
  await performLine('untag monitor tax-lookup-soap slow', world)
  expect(calls.at(-1)?.input).toEqual({ params: { id: TAX }, body: { meta: { tags: ['kept'] } } })
})

test('an undo of tags leaves those that were there before', async () => {
  const known = () => ({ data: [{ id: TAX, meta: { tags: ['kept'] } }] })
  const { world, told } = exampleWorld({ known: known as never, onCall: () => row(['kept']) })
  await perform('monitor.tag', { monitor: TAX, tags: ['kept', 'new'] }, world)
  expect(told).toEqual([
    {
      text: '“Tax lookup (SOAP)” tagged',
      undo: [expect.objectContaining({ command: 'monitor.untag', args: { monitor: TAX, tags: ['new'] } })],
    },
  ])
})

test('what fails for some is said, and done for the others', async () => {
  const { world, told } = exampleWorld({
    ...twoSelected,
    onCall: (_, input) => {
      if (JSON.stringify(input).includes(TAX)) throw Object.assign(new Error('The server is busy.'), { problems: [] })
      return row([])
    },
  })
  await expect(perform('monitor.tag', { tags: ['a'] }, world)).rejects.toThrow(
    '1 of 2 monitors failed. “Tax lookup (SOAP)”: The server is busy.',
  )
  expect(told[0]?.text).toBe('“Checkout · capture payment” tagged')
})

test('a refusal says which fields it is about', async () => {
  const { world } = exampleWorld({
    onCall: () => {
      throw Object.assign(new Error('Nothing was saved.'), {
        problems: [{ field: 'url', message: 'must be an address' }],
      })
    },
  })
  await expect(perform('monitor.create', { name: 'N', url: 'x' }, world)).rejects.toThrow(
    'Nothing was saved. URL: must be an address',
  )
})

describe('the console asks', () => {
  test('for what is missing', async () => {
    const { world, sent } = exampleWorld({ focus: null })
    expect(await perform('monitor.run', {}, world)).toEqual({ status: 'asked', line: 'run monitor' })
    expect(sent).toEqual([{ machine: 'console', event: { type: 'OPEN', line: 'run monitor ' } }])
  })

  test('before what is permanent, and does nothing until it is confirmed', async () => {
    const { world, sent, calls } = exampleWorld()
    const { status } = await perform('monitor.remove', { monitor: TAX }, world)
    expect([status, calls, sent.map(({ event }) => event.type)]).toEqual(['asked', [], ['OPEN', 'SUBMIT']])
    await perform('monitor.remove', { monitor: TAX }, world, { confirmed: true })
    expect(calls).toEqual([{ operation: 'monitor.remove', input: { params: { id: TAX } } }])
  })

  test('once for several', () => {
    const remove = commandById('monitor.remove')
    const asked = remove && confirmationOf(remove, { monitor: [CHECKOUT, TAX] }, exampleWorld().world)
    expect(asked).toMatchObject({
      question: 'Delete 2 monitors?',
      word: '2-monitors',
      button: 'Delete 2 monitors',
    })
  })

  test('with a line for each of two schedules of one name, and no wrong number of monitors', () => {
    const remove = commandById('monitor.remove')
    const twins = ['s1', 's2'].map((id) => ({ id: `${id}Yt2LmQ9sXw4RfVzA1${id}`, name: 'Every minute' }))
    const rows = [
      { id: TAX, meta: {}, schedule_ids: twins.map(({ id }) => id) },
      { id: CHECKOUT, meta: {}, schedule_ids: [] },
    ]
    const known = ((operation: string) => (operation === 'monitor.list' ? { data: rows } : { results: [] })) as never
    const { world } = exampleWorld({ known })
    const entities: World['entities'] = (kind) => (kind === 'schedule' ? twins : world.entities(kind))
    const asked = (args: object) =>
      remove ? confirmationOf(remove, { ...args }, worldWith(world, { entities })) : null
    for (const monitor of [TAX, [TAX, CHECKOUT]]) {
      const lines = asked({ monitor })?.effects.filter((line) => line.startsWith('Schedule'))
      expect(lines).toEqual([
        'Schedule “Every minute” (…A1s1) no longer runs it',
        'Schedule “Every minute” (…A1s2) no longer runs it',
      ])
    }
  })

  test('and says what it is still looking for on a screen', () => {
    const remove = commandById('monitor.remove')
    const presence = () => ({ href: '/', isDirty: false, console: 'open', opening: null }) as const
    const { world } = exampleWorld({ known: () => undefined, presence })
    const asked = remove && confirmationOf(remove, { monitor: TAX }, world)
    expect(asked?.effects).toContain('Still looking for schedules and workflows that use it …')
    const { world: headless } = exampleWorld({ known: () => undefined })
    expect((remove && confirmationOf(remove, { monitor: TAX }, headless))?.effects.join()).not.toContain('Still')
  })

  test('with what is lost, as far as it is known', () => {
    const remove = commandById('monitor.remove')
    const lists: Record<string, readonly object[]> = {
      'monitor.list': [
        { id: TAX, meta: { created: '2025-11-03T10:00:00.000Z' }, schedule_ids: ['s1Yt2LmQ9sXw4RfVzA1cNe'] },
      ],
      'workflow.list': [
        { meta: { name: 'Checkout' }, workflow: { call_ids: [CHECKOUT, TAX] } },
        { meta: { name: 'Twice' }, workflow: { call_ids: [TAX, CHECKOUT, TAX] } },
        { meta: { name: 'Others' }, workflow: { call_ids: [CHECKOUT] } },
      ],
    }
    const known = (operation: string) => ({ data: lists[operation] ?? [], results: lists[operation] ?? [] })
    const asked = remove && confirmationOf(remove, { monitor: TAX }, exampleWorld({ known: known as never }).world)
    expect(asked?.question).toBe('Delete “Tax lookup (SOAP)”?')
    expect(asked?.effects).toContain('Schedule “Partner checks” no longer runs it')
    expect(asked?.effects).toContain('Step 2 of “Checkout”; it fails there')
    expect(asked?.effects).toContain('Steps 1 and 3 of “Twice”; it fails there')
    expect(asked?.effects.join()).not.toContain('Others')
  })

  test('asks for the list of workflows, which a monitor’s own screen does not show', () => {
    const remove = commandById('monitor.remove')
    const { world } = exampleWorld()
    const asked: string[] = []
    const entities = (kind: EntityKind) => {
      asked.push(kind)
      return world.entities(kind)
    }
    if (remove) confirmationOf(remove, { monitor: TAX }, { ...world, entities })
    expect(asked).toContain('workflow')
  })
})

describe('a line', () => {
  test('that ends with the right word is done without asking', async () => {
    const { world, calls } = exampleWorld()
    await performLine('delete monitor tax-lookup-soap --confirm tax-lookup-soap', world)
    expect(calls).toHaveLength(1)
  })
  test.each(['Tax-Lookup-SOAP', '"Tax lookup (SOAP)"', '"tax lookup (soap)"'])(
    'that ends with %s too',
    async (typed) => {
      const { world, calls } = exampleWorld()
      await performLine(`delete monitor tax-lookup-soap --confirm ${typed}`, world)
      expect(calls).toHaveLength(1)
    },
  )
  test('that ends with a wrong word is not', async () => {
    const { world, calls } = exampleWorld()
    await expect(performLine('delete monitor tax-lookup-soap --confirm tax', world)).rejects.toThrow(
      'takes tax-lookup-soap',
    )
    expect(calls).toEqual([])
  })
  test('with something wrong in it does nothing', async () => {
    const { world, calls, sent } = exampleWorld()
    await expect(performLine('run monitor tax-lookup-soap --location aws-use9', world)).rejects.toThrow(
      'No location is called aws-use9. Nothing was run.',
    )
    expect([calls, sent]).toEqual([[], []])
  })
})

describe('a line is kept for the next time', () => {
  const { world } = exampleWorld()
  test('as it is written best', () => {
    expect(historyLine(`run monitor ${TAX} --delay 5m`, world)).toBe('run monitor tax-lookup-soap --delay 300')
  })
  test('but not with a secret in it, and not where its object is gone', () => {
    expect(historyLine('change password one two', world)).toBe(null)
    expect(historyLine('change webhook on-call --password x', world)).toBe(null)
    expect(historyLine('delete monitor tax-lookup-soap --confirm tax-lookup-soap', world)).toBe(null)
  })
})

test('a deletion of several says that they can be restored, and one undo restores them all', async () => {
  const { world, told, calls } = exampleWorld({
    onCall: (name) => name === 'monitor.restore' && { meta: { name: 'Back' } },
  })
  const remove = commandById('monitor.remove')
  const asked = remove && confirmationOf(remove, { monitor: [CHECKOUT, TAX] }, world)
  expect(asked?.effects).toContain('They can be restored for 30 days, with their results')
  await perform('monitor.remove', { monitor: [CHECKOUT, TAX] }, world, { confirmed: true })
  const undo = [CHECKOUT, TAX].map((monitor) => stepOf('monitor.restore', 'monitor.remove', { monitor }))
  expect(told).toEqual([{ text: '2 monitors deleted', undo }])
  await perform('toast.undo', {}, world)
  expect(
    calls
      .slice(2)
      .map(({ operation }) => operation)
      .sort(),
  ).toEqual(['monitor.read', 'monitor.read', 'monitor.restore', 'monitor.restore'])
  await performLine(`restore monitor ${TAX}`, world)
  expect(told.at(-1)?.text).toBe('“Back” restored')
})

test('who lacks the right is told so', async () => {
  const { world } = exampleWorld({ project: { id: 'p', name: 'Payments API', level: 'VIEWER' } })
  await expect(perform('monitor.run', {}, world)).rejects.toThrow('VIEWER')
})

test('drafts are written flat and sent as the contract has them', async () => {
  const { world, calls } = exampleWorld()
  await performLine('create monitor "New one" https://a.example/ --tags a,b --method POST --headers Accept=text', world)
  expect(calls[0]).toEqual({
    operation: 'monitor.create',
    input: {
      body: {
        meta: { name: 'New one', tags: ['a', 'b'] },
        request: { url: 'https://a.example/', method: 'POST', headers: [{ key: 'Accept', value: 'text' }] },
      },
    },
  })
})

test.each([
  ['monitor.rename', { monitor: CHECKOUT, name: 'Tax lookup (SOAP)' }],
  ['monitor.update', { monitor: CHECKOUT, name: 'tax lookup soap' }],
] as const)('%s says that another object is called so', async (id, args) => {
  const { world, told } = exampleWorld()
  await perform(id, args, world)
  expect(told.at(-1)?.text).toMatch(/; another monitor is called so$/)
  await perform(id, { ...args, name: 'Quite its own' }, world)
  expect(told.at(-1)?.text).not.toMatch(/another/)
})

test('an object that is named several times is acted on once', () => {
  const command = commandById('monitor.run')
  if (!command) throw new Error('There is no such command.')
  expect(callsOf(command, { monitor: ['a', 'b', 'a'] })).toEqual([{ monitor: 'a' }, { monitor: 'b' }])
})
