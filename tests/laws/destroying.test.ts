import { describe, expect, test } from 'vitest'
import { argumentsOf, bulkArgumentOf } from '../../src/commands/core/argument.ts'
import type { Command } from '../../src/commands/core/command.ts'
import { shapeOf } from '../../src/commands/core/line/value-shape.ts'
import { confirmationOf } from '../../src/commands/core/perform.ts'
import { commands } from '../../src/commands/registry.ts'
import { exampleWorld } from '../commands/world.ts'

describe('the question before something is destroyed', () => {
  const destroying = commands.filter(({ effect }) => effect === 'destroy')

  /** Commands whose question is answered by a press: nothing is lost that could not be made again, and the focus begins at “Keep it”. */
  const WITHOUT_WORD: Readonly<Record<string, string>> = {
    'connection.remove': 'the application can be connected again',
    'incident.merge': 'updates and monitors stay, in the other incident',
    'incident.unpublish': 'it can be published again',
    'invitation.refuse': 'the person can be invited again',
    'invitation.refuse-link': 'the person can be invited again',
    'organization-invite.revoke': 'the person can be invited again',
    'report.renew-link': 'the report stays, and the new link is shown',
    'report.revoke': 'the report stays, and can have another link',
    'status-page.remove-subscriber': 'its owner can subscribe again',
    'token.revoke': 'it can be authenticated again',
  }

  /** The question of a command about things of the example, as the console asks it. */
  const questionOf = (each: Command, ids: number) => {
    const { world } = exampleWorld()
    const bulk = bulkArgumentOf(each)
    const args = Object.fromEntries(
      argumentsOf(each).map((argument) => {
        const entities = argument.kind ? world.entities(argument.kind) : []
        const named = entities.map(({ id }) => id)
        const [first = 'x'] = named
        const number = shapeOf(argument).number
        const one = number ? (number.least ?? 1) : (shapeOf(argument).choices[0] ?? first)
        return [argument.key, argument === bulk && ids > 1 ? [first, `${first}2`, `${first}3`].slice(0, ids) : one]
      }),
    )
    return confirmationOf(each, args, world)
  }

  test.each(destroying.map((each) => [each.words, each] as const))(
    '%s says what it touches, and what follows',
    (_, each) => {
      const asked = questionOf(each, 1)
      if (asked === null) return
      expect(asked.question).toMatch(/\?$/)
      expect(asked.button).toMatch(/^[A-Z]/)
      expect(asked.effects.length).toBeGreaterThan(0)
      for (const effect of asked.effects) expect(effect).toMatch(/^\S.*\S$/)
      if (!asked.reversible && each.undo === undefined)
        expect([each.id, asked.word === null]).toEqual([each.id, each.id in WITHOUT_WORD])
    },
  )

  test.each(destroying.filter((each) => bulkArgumentOf(each) !== null).map((each) => [each.words, each] as const))(
    '%s of several says how many, and asks for that',
    (_, each) => {
      const asked = questionOf(each, 3)
      if (asked === null) return
      expect(asked.question).toMatch(/\b3 /)
      expect(asked.word).toMatch(/^3-/)
      expect(asked.effects.length).toBeGreaterThan(0)
    },
  )
})
