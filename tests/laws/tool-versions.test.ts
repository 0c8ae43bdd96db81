import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command, Confirmation } from '../../src/commands/core/command.ts'
import type { Headless } from '../../src/commands/headless/headless.ts'
import { contract, type EndpointName } from '../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { offered } from '../../src/mcp/offered.ts'
import { askingOf } from '../../src/mcp/questions.ts'
import { askedOf } from '../../src/mcp/touched.ts'
import { changesWhatIs, namesInPath, VERSIONS } from '../../src/mcp/versions.ts'

const written = [
  ...new Set(offered.filter((command) => askingOf(command) !== 'never').flatMap(({ writes = [] }) => writes)),
]

test('a code is bound to the state of whatever its tool changes, or a reason says why it has none', () => {
  const without = written.filter((name) => changesWhatIs(contract[name]) && VERSIONS[name] === undefined)
  expect(without).toEqual([])
  const unused = Object.keys(VERSIONS).filter((name) => !written.some((each) => each === name))
  expect(unused).toEqual([])
})

test('each state is read by the variables in the path of its write, and what is left out of it is in the answer', () => {
  for (const name of written) {
    const readings = VERSIONS[name]
    if (typeof readings !== 'object') continue
    for (const { operation, passing = [] } of readings) {
      const { effect, answer }: AnyEndpoint = contract[operation]
      expect([name, effect]).toEqual([name, 'read'])
      expect(namesInPath(name)).toEqual(expect.arrayContaining([...namesInPath(operation)]))
      const shape = JSON.stringify(answer)
      for (const field of passing) expect([operation, shape.includes(`"${field}"`)]).toEqual([operation, true])
    }
  }
})

test('objects of which a reading tells every change by a time have it in their answers', () => {
  const untimed: readonly EndpointName[] = [
    'monitor.conditions',
    'project-conditions.read',
    'dependency.read',
    'agent.read',
    'alert.open',
    'deleted-monitor.list',
  ]
  const readings = Object.values(VERSIONS).flatMap((each) => (typeof each === 'object' ? each : []))
  for (const { operation } of readings) {
    const { answer }: AnyEndpoint = contract[operation]
    expect([operation, /"(last_update|updated)"/.test(JSON.stringify(answer))]).toEqual([
      operation,
      !untimed.includes(operation),
    ])
  }
})

const QUESTION: Confirmation = { question: 'Do it?', effects: [], word: null, button: 'Do it' }

/** What a code for a command is bound to, while its write and the answers of all readings are these. */
const boundTo = (command: Command, operation: EndpointName, answer: object): Promise<string> => {
  const params = Object.fromEntries(namesInPath(operation).map((name) => [name, 'x']))
  const call = async () => answer
  // What is read of a world here.
  const world = { project: null, call } as unknown as Headless
  return askedOf(command, {}, QUESTION, { kept: [{ operation, input: { params } }], ended: null, world, isWhole: true })
}

/** An answer with a field of every form that the readings pick from. */
const answerWith = (field: string, value: unknown): object => {
  const fields = { last_update: 'before', title: 'before', revoked: null, acknowledged: null, [field]: value }
  const row = { id: 'x', call_id: 'x', workspace: 'x', webhook_id: 'w', since: 's', value: 'before', ...fields }
  return { ...fields, project: fields, settings: fields, data: [row], results: [row], depends_on: [row] }
}

test('after somebody else changed its object, a code of any tool that asks is another one', async () => {
  const pairs = offered.flatMap((command) =>
    askingOf(command) === 'never'
      ? []
      : (command.writes ?? []).flatMap((name) =>
          typeof VERSIONS[name] === 'object' ? [[command, name] as const] : [],
        ),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...pairs), fc.string({ minLength: 1 }), async ([command, name], text) => {
      const own = {
        'agent.revoke': 'revoked',
        'alert.acknowledge': 'acknowledged',
        'alert.unacknowledge': 'acknowledged',
      }
      const field = own[name as keyof typeof own] ?? 'last_update'
      const before = await boundTo(command, name, answerWith(field, 'before'))
      expect(await boundTo(command, name, answerWith(field, 'before'))).toBe(before)
      expect(await boundTo(command, name, answerWith(field, `${text} after`))).not.toBe(before)
      const readings = VERSIONS[name]
      const passing = typeof readings === 'object' ? (readings[0]?.passing ?? []) : []
      if (typeof readings === 'object' && readings.length === 1)
        for (const each of passing) {
          const [one, other] = [answerWith(each, 1), answerWith(each, 2)]
          expect(await boundTo(command, name, one)).toBe(await boundTo(command, name, other))
        }
    }),
    { numRuns: 4 * pairs.length },
  )
  expect(pairs.length).toBeGreaterThan(80)
})
