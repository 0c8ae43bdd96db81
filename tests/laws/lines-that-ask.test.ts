import { expect, test } from 'vitest'
import { argumentsOf } from '../../src/commands/core/argument.ts'
import type { Command } from '../../src/commands/core/command.ts'
import { shapeOf } from '../../src/commands/core/line/value-shape.ts'
import { confirmationOf } from '../../src/commands/core/perform.ts'
import { needsScreen } from '../../src/commands/headless/needs-screen.ts'
import { commands } from '../../src/commands/registry.ts'
import { endpointsOf, opensBy } from '../../src/mcp/effects.ts'
import { offered } from '../../src/mcp/offered.ts'
import { askingOf } from '../../src/mcp/questions.ts'
import { exampleWorld } from '../commands/world.ts'

/** Words of what ends, closes or takes something away for everyone. */
const ENDING = /^(remove|delete|end|close|revoke|unlink|rotate|renew|sign out)\b/

/** Commands that delete, end or publish something, or cannot be undone and are asked about over MCP, and act without asking, by the reason. */
const WITHOUT_QUESTION: Readonly<Record<string, string>> = {
  'It edits one object, and a step of the undo restores it.': `
    schedule.detach workflow.unschedule organization.take-role alert.unacknowledge step.remove
    monitor.remove-condition workflow.remove-step report.remove-row report.remove-group incident.remove-monitor
    objective.remove threshold.remove`,
  'It edits the status page, which has its own preview, and a step of the undo restores it.': `
    status-page.change status-page.add-component status-page.change-component status-page.add-monitor
    status-page.remove-monitor status-page.move-component status-page.remove-component`,
  'It ends or changes what its own person gets, and can be had again.': `
    subscription.end-digest subscription.end expert-subscription.end account.remove-picture`,
  'It creates an object, whose receiver the line names, and which can be deleted again.': `
    webhook.create webhook.create-quickly sample.import`,
  'Nobody has the link before its owner passes it on, and it can be closed again.': 'report.publish',
  'It asks for a proof of its person, which no other line has.': 'factor.renew-codes',
  'The agent takes its new key by itself, and no run is lost.': 'agent.rotate',
  'It repeats or goes on with what was there before.': 'delivery.retry incident.reopen',
  'Its line gives the new value.': 'certificate.update',
}

test('what destroys, publishes or ends something is asked in lines as over MCP, or there is a reason', () => {
  const tools = new Set(offered.map(({ id }) => id))
  const isAskedOverMcp = (command: Command) => tools.has(command.id) && askingOf(command) === 'always'
  const isRisky = (command: Command) =>
    endpointsOf(command).some(({ route }) => route.startsWith('DELETE ')) ||
    opensBy(command) === true ||
    (ENDING.test(command.words) && command.effect !== 'read') ||
    (isAskedOverMcp(command) && command.undo === undefined)
  const free = commands.filter((each) => isRisky(each) && each.confirm === undefined && !needsScreen(each))
  const reasoned = Object.values(WITHOUT_QUESTION).flatMap((ids) => ids.trim().split(/\s+/))
  expect(free.map(({ id }) => id).toSorted()).toEqual(reasoned.toSorted())
})

/** Commands that ask though another one takes them back: they change whom an outage reaches, and by how much is not in their words. */
const ASKS: Readonly<Record<string, string>> = {
  'webhook.attach': 'the alert no longer covers the monitors that it covered',
  'webhook.detach': 'its recipients are notified of every monitor',
  'webhook.update': 'it may move the alert to other monitors',
  'schedule.update': 'it may leave the schedule nothing to run, or no location',
  'workflow.update': 'it may leave the workflow without steps',
  'auth-setting.change-owner': 'only its new owner can hand it back',
  'organization-downtime.update': 'it may cover other projects',
  'downtime.create': 'without a schedule it silences the whole project, and times such as “mon” are days away',
  'downtime.update': 'it may become longer than a day',
  'organization-downtime.create': 'it silences whole projects',
  'incident.resolve': 'the public reads at once that an outage is over',
  'incident.publish': 'the public reads it at once',
  'status-page.publish': 'the public reads it at once',
  'status-page.close': 'the public no longer finds it',
  'project.remove-condition': 'no monitor of the project is judged by it any more',
  'session.remove': 'whoever uses it is signed out, maybe in the middle of something',
  'session.end-others': 'whoever uses them is signed out, maybe in the middle of something',
  'identity.unlink': 'it may be the only way in that its person remembers',
  'service-account.rotate': 'without an overlap, programs with the present keys are refused at once',
  'variable.set': 'an environment that does not exist yet may be a slip',
  'toast.redo': 'of a deletion, as the deletion itself',
}

/** Arguments that say whose an object is, or what it is for. */
const OWNER_OR_SCOPE = ['owner', 'monitor_id', 'project_ids', 'include_tags', 'exclude_tags']

/** Changes of a list of objects, an owner or a scope that are not asked about, by the reason. */
const MOVES_WITHOUT_QUESTION: Readonly<Record<string, string>> = {
  'It is about the figures that are shown, and a step of the undo restores it.': 'report.update.locations',
  'The line is about nothing else, and a location without projects serves those of its organization.':
    'agent.place.projects',
}

test('a change that empties a list of objects, or gives an owner or a scope, is asked about in lines', () => {
  const { world } = exampleWorld()
  const silent: string[] = []
  for (const command of commands.filter((each) => each.effect === 'write' && !needsScreen(each))) {
    const all = argumentsOf(command)
    const about = all[0]
    if (about === undefined || (!about.kind && !about.objects) || !/update|change|set|place|scope/.test(command.id))
      continue
    const given = Object.fromEntries(all.filter(({ required }) => required).map(({ key }) => [key, 'some']))
    const moved = all.slice(1).flatMap((argument): { key: string; value: unknown }[] => {
      const { key, kind } = argument
      const isList = shapeOf(argument).kind === 'list'
      if (OWNER_OR_SCOPE.includes(key)) return [{ key, value: isList ? ['other'] : 'other' }]
      return isList && kind !== null && kind !== 'tag' ? [{ key, value: [] }] : []
    })
    for (const { key, value } of moved)
      if (confirmationOf(command, { ...given, [key]: value }, world) === null) silent.push(`${command.id}.${key}`)
  }
  const reasoned = Object.values(MOVES_WITHOUT_QUESTION).flatMap((ids) => ids.split(' '))
  expect(silent.toSorted()).toEqual(reasoned.toSorted())
})

test('what is permanent is asked about, and nothing else is', () => {
  for (const { id, effect, confirm } of commands)
    expect([id, confirm !== undefined]).toEqual([id, effect === 'destroy' || id in ASKS])
})

/** Commands of words alone that change something which no undo restores, and act at the second Enter after a prefix, by the reason. */
const WORDS_ALONE: Readonly<Record<string, string>> = {
  'It saves, or goes on with, what its person has just filled in.': 'form.save integration.begin token.connect',
  'It tries something out, and stores nothing.': 'monitor.try workflow.try-form webhook.try mail.test',
  'It creates an object, which can be deleted again.': 'webhook.create sample.import',
  'It sends a mail to its own person.': 'account.send-verification',
  'It is a setting of its own person, which `z` restores.': 'shortcut.reset',
  'What it clears is on one screen, and can be gathered again.': 'audit.close-verdict debug.reset-coverage',
  'It is read or unread for its own person alone, and nothing is gone.': 'notification.mark-all-read',
}

test('a prefix and Enter twice lose nothing: a line of words alone that loses something for good asks', () => {
  const loses = ({ words, effect, undo }: Command) =>
    undo === undefined && (effect !== 'read' || ENDING.test(words) || /^(discard|replace|reset)\b/.test(words))
  const free = commands.filter(
    (each) =>
      !each.hidden &&
      loses(each) &&
      each.confirm === undefined &&
      each.confirmTyped === undefined &&
      !argumentsOf(each).some(({ required }) => required),
  )
  const reasoned = Object.values(WORDS_ALONE).flatMap((ids) => ids.split(' '))
  expect(free.map(({ id }) => id).toSorted()).toEqual(reasoned.toSorted())
})
