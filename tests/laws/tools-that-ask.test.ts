import { expect, test } from 'vitest'
import { type Argument, argumentsOf, bulkArgumentOf } from '../../src/commands/core/argument.ts'
import type { Command } from '../../src/commands/core/command.ts'
import { shapeOf } from '../../src/commands/core/line/value-shape.ts'
import type { Headless } from '../../src/commands/headless/headless.ts'
import { endpointsOf } from '../../src/mcp/effects.ts'
import { offered } from '../../src/mcp/offered.ts'
import { askingOf, questionBefore } from '../../src/mcp/questions.ts'

/** Tools that change something that lasts, and do not always ask, by the reason. Every other one always asks. */
const NOT_ALWAYS: Readonly<Record<string, string>> = {
  'It makes an object that nothing else uses yet: using it is another tool, which asks.': `
    auth-setting.create certificate.create environment.create file.add-openapi file.create file.fetch
    file.fetch-openapi token.create organization.create report.create objective.add threshold.add`,
  'It makes a monitor or a workflow. Only where the public would see it, or it runs very often, people decide.': `
    monitor.create monitor.duplicate monitor.from-curl browser-test.create watch.create workflow.create
    workflow.duplicate`,
  'It puts one more object to work. Several of them, and a very short interval, are asked about.': `
    schedule.create schedule.attach workflow.schedule`,
  'It asks unless only the name or the description changes.': `
    auth-setting.update downtime.update file.update monitor.update browser-test.update project.update schedule.update token.update
    webhook.update workflow.update`,
  'It changes nothing but a name or an owner. A name that another object has, or that the public sees, is asked about.': `
    environment.rename integration.update monitor.rename project.rename`,
  'It is seen by members of the project alone, and asks once the public sees it.': `
    incident.create incident.add-monitor incident.remove-monitor incident.update incident.post report.add
    report.add-group report.label-row report.move-group report.move-row report.remove-group report.remove-row
    report.rename-group report.update`,
  'It notifies its own person alone.': 'subscription.add subscription.add-digest expert-subscription.add',
}

test('every tool that changes something lasting always asks, or there is a reason why it need not', () => {
  const lasts = (command: Command) =>
    endpointsOf(command).some(({ effect, changes }) => effect !== 'read' && changes !== false)
  const free = offered.filter((command) => lasts(command) && askingOf(command) !== 'always').map(({ id }) => id)
  const reasoned = Object.values(NOT_ALWAYS).flatMap((ids) => ids.trim().split(/\s+/))
  expect(free.toSorted()).toEqual(reasoned.toSorted())
})

const isSwitch = (argument: Argument): boolean => {
  const { kind, choices } = shapeOf(argument)
  return argument.required && (kind === 'boolean' || choices?.includes('none') === true)
}

test('a tool that switches something asks another question for off than for on', async () => {
  const world = { confirmation: async () => null, entities: async () => [] } as unknown as Headless
  const faults: string[] = []
  for (const command of offered.filter((each) => askingOf(each) === 'always'))
    for (const argument of argumentsOf(command).filter(isSwitch)) {
      const { kind, choices = [] } = shapeOf(argument)
      const on = kind === 'boolean' ? true : choices.find((each) => each !== 'none')
      const off = kind === 'boolean' ? false : 'none'
      const asked = async (value: unknown) =>
        (await questionBefore(command, { step: 1, [argument.key]: value }, world))?.question
      if ((await asked(on)) === (await asked(off))) faults.push(`${command.id} ${argument.key}`)
    }
  expect(faults).toEqual([])
})

/** Tools that change a name and do not ask where another object has it, by the reason. */
const WITHOUT_NAMESAKES: Readonly<Record<string, string>> = {
  'The server refuses a name that is taken.': 'environment.rename variable.rename',
  'Its objects are those of an organization, whose names are not loaded for the question.':
    'certificate.update integration.update organization-downtime.update',
  'It changes the open project itself.': 'project.rename project.update',
}

test('a tool that gives an object the name of another one asks, and says which', async () => {
  const entities = async () => [
    { id: 'a1', name: 'Checkout' },
    { id: 'b2', name: 'Basket', address: 'https://shop.example/basket' },
  ]
  const lists = { known: () => undefined }
  const call = async () => ({ access: {}, published: null, meta: {}, results: [] })
  const world = { confirmation: async () => null, entities, call, world: lists } as unknown as Headless
  const renaming = offered.filter(
    (command) =>
      /\.(rename|update)$/.test(command.id) && argumentsOf(command).some(({ key, kind }) => key === 'name' && !kind),
  )
  const silent: string[] = []
  for (const command of renaming) {
    const about = bulkArgumentOf(command)?.key ?? ''
    const asked = async (name: string) =>
      (await questionBefore(command, { [about]: 'a1', name }, world))?.effects.join('\n') ?? ''
    // Its own name, and one that nothing has, are no one else's.
    for (const name of ['Checkout', 'Payments'])
      expect([command.id, name, await asked(name)]).not.toEqual([
        command.id,
        name,
        expect.stringMatching(/called so already/),
      ])
    if (!/called so already: “Basket”, https:..shop.example.basket, b2/.test(await asked('basket')))
      silent.push(command.id)
  }
  const reasoned = Object.values(WITHOUT_NAMESAKES).flatMap((ids) => ids.trim().split(/\s+/))
  expect(silent.toSorted()).toEqual(reasoned.toSorted())
})
