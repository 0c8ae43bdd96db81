import { expect, test } from 'vitest'
import { contract, type EndpointName } from '../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { offered } from '../../src/mcp/offered.ts'
import { askingOf } from '../../src/mcp/questions.ts'
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
