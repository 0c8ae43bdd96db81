import { expect, test } from 'vitest'
import { CallError } from '../../machines/resource/failure.ts'
import { argumentsOf } from '../../src/commands/core/argument.ts'
import type { World } from '../../src/commands/core/world.ts'
import { commands } from '../../src/commands/registry.ts'
import { exampleWorld } from '../commands/world.ts'

const ID = 'Zz0123456789abcdefghij'

/** Arguments that stand in the path of a call and name no object that a list shows, by the reason. */
const WITHOUT_OBJECTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'A role is called by its id, and the server knows which somebody may take.':
      'organization.add-own-role role, organization.give-up-role role',
    'It is made by its first use.': 'variable.set name, variable.set workspace',
    'It comes from the row of a delivery, which has no name.': 'delivery.retry message',
    'It comes from a link or a sign-in.': `invitation.accept-link invitation, invitation.accept-link secret,
      invitation.refuse-link invitation, invitation.refuse-link secret, account.change-address account,
      session.sign-in uid, account.reset-password account, federation.start uid, federation.start provider,
      unsubscribe.end token, unsubscribe.undo token, recipient.confirm token, acknowledgement.confirm token`,
    'A group of subscriptions is one of a few words.': 'subscription.add group, subscription.end group',
  }).flatMap(([reason, all]) => all.split(/,\s+/).map((each) => [each.trim(), reason])),
)

const stopped = (operation: string) =>
  new CallError({ operation, message: 'stop', status: 500, statusText: '', url: '/', problems: [], body: null, at: 0 })

/** The operations that a command calls with a text of an argument in their paths. */
const pathsWith = async (id: string, key: string): Promise<readonly string[]> => {
  const command = commands.find((each) => each.id === id)
  const found: string[] = []
  const { world } = exampleWorld()
  const call = (async (operation: string, input: { params?: object }) => {
    if (Object.values(input?.params ?? {}).includes(ID)) found.push(operation)
    throw stopped(operation)
  }) as World['call']
  const watched: World = Object.assign(Object.create(world), { call })
  const args = Object.fromEntries(
    argumentsOf(command as never).flatMap((each) =>
      each.key === key
        ? [[key, ID]]
        : each.required
          ? [[each.key, each.kind ? world.entities(each.kind)[0]?.id : 'x']]
          : [],
    ),
  )
  try {
    await command?.run(args, watched)
  } catch {
    // It never goes on after its first call.
  }
  return found
}

const texts = commands.flatMap((command) =>
  argumentsOf(command)
    .filter(
      ({ kind, objects, definition }) =>
        kind === null && objects === null && JSON.stringify(definition).includes('string'),
    )
    .map(({ key }) => [command.id, key] as const),
)

test('an argument whose text goes into the path of a call names an object that a person can name too', async () => {
  const blind = await Promise.all(
    texts.map(async ([id, key]) => ((await pathsWith(id, key)).length > 0 ? [`${id} ${key}`] : [])),
  )
  expect(blind.flat().filter((each) => !(each in WITHOUT_OBJECTS))).toEqual([])
})
