import { expect, test } from 'vitest'
import { isRecordable } from '../../src/commands/core/undo/recording.ts'
import { commandById, commands } from '../../src/commands/registry.ts'
import { exampleWorld } from '../commands/world.ts'
import { undoCases } from '../server/core/undo-cases.ts'

/** Commands that change something and have no undo, by the reason. */
const WITHOUT_UNDO: Readonly<Record<string, string>> = {
  'It makes an object. Deleting that is a command of its own, which asks.': `
    schedule.create workflow.create
    workflow.duplicate organization-downtime.create service-account.create organization.create
    organization.create-role environment.create file.create file.add-openapi file.fetch file.fetch-openapi
    agent-token.create certificate.create webhook.create webhook.create-quickly incident.create auth-setting.create
    token.create sample.import report.create project.create api-key.create identity-provider.create`,
  'It runs, tests or fetches something.': `
    monitor.run monitor.run-from monitor.try workflow.run workflow.run-from workflow.try workflow.try-form
    result.run-again trial.start key-service.test integration.test webhook.test webhook.try file.refresh
    token.refresh delivery.retry mail.test mail.retry`,
  'It sends a message or a link.': `
    invite.create invite.resend organization-invite.create organization-invite.resend recipient.ask
    subscription.trigger account.ask-address account.ask-reset account.send-verification
    site-account.mail-verification site-account.mail-reset`,
  'It deletes for good, and asks before.': `
    schedule.remove workflow.remove downtime.remove organization-downtime.remove service-account.remove
    key-service.remove organization.remove organization.remove-role environment.remove variable.remove file.remove
    agent.revoke agent-token.remove certificate.remove integration.remove webhook.remove incident.remove
    incident.merge auth-setting.remove token.remove sample.remove report.remove slo.remove status-page.remove
    status-page.remove-subscriber project.remove project.retention account.remove identity-provider.remove`,
  'It gives or takes access, a role or a membership, which others rely on at once.': `
    organization.add-project organization.remove-project organization.add-own-role organization.give-up-role
    organization.leave organization.add-role organization.remove-member organization.update-role
    service-account.update auth-setting.change-owner access.grant access.remove access.leave role-access.grant
    role-access.remove invite.revoke organization-invite.revoke invitation.accept invitation.refuse
    invitation.accept-link invitation.refuse-link api-key.revoke site-account.permit site-account.block
    site-account.unblock`,
  'It changes or shows a secret, which is stored nowhere in the clear.': `
    variable.set certificate.update service-account.rotate service-account.revoke-key key-service.set-up
    key-service.enable key-service.disable agent.rotate integration.begin integration.finish token.connect
    token.finish token.revoke account.change-password factor.renew-codes`,
  'It signs in, up or out, or changes how somebody does.': `
    session.remove session.end-others session.end session.sign-in session.second-step session.passkey
    account.register account.verify account.reset-password account.change-address setup.complete factor.next
    factor.rename factor.remove factor.reset federation.start federation.finish identity.start-link identity.link
    identity.unlink connection.approve connection.remove`,
  'It publishes, or writes to a history that others read.': `
    incident.post incident.reopen incident.unpublish report.publish report.renew-link report.revoke`,
  'It answers a link of a letter, which can be opened again.': `
    unsubscribe.end unsubscribe.undo recipient.confirm acknowledgement.confirm`,
  'It marks what was seen: one by one, it can be undone.': 'notification.open notification.mark-all-read',
  'The picture before is not stored with the command.': 'account.set-picture account.remove-picture',
  'A form is discarded before it is saved, and its version is compared.': 'form.save form.replace',
}

/** Commands whose undo no case on a server carries out, and why. */
const WITHOUT_CASE: Readonly<Record<string, string>> = {
  'alert.acknowledge': 'it needs an outage, and the history tells of both',
  'alert.unacknowledge': 'it needs an outage, and the history tells of both',
  'incident.resolve': 'the history tells of both',
  'incident.publish': 'the history tells of both',
  'notification.mark-read': 'it needs a notification',
  'notification.mark-unread': 'it needs a notification',
  'organization.take-role': 'it needs a second member',
  'organization.grant-role': 'it needs a role',
  'project.star': 'favorites are stored by the page',
  'project.unstar': 'favorites are stored by the page',
}

const idsOf = (text: string): readonly string[] => text.trim().split(/\s+/)
const excused = Object.values(WITHOUT_UNDO).flatMap(idsOf)
const withUndo = commands.filter(({ undo }) => undo !== undefined && undo !== 'unneeded')

test('a command that changes something can be undone, or says why not, and never both', () => {
  const changing = commands.filter(({ effect }) => effect !== 'read')
  const without = changing.filter(({ undo }) => undo === undefined).map(({ id }) => id)
  expect([...excused].sort()).toEqual([...without].sort())
})

test('every undo is carried out against a server, or there is a reason', () => {
  const expected = withUndo.map(({ id }) => id).filter((id) => !(id in WITHOUT_CASE))
  expect(Object.keys(undoCases).sort()).toEqual(expected.sort())
  expect(Object.keys(WITHOUT_CASE).filter((id) => commandById(id)?.undo === undefined)).toEqual([])
})

test('a command that is undone by its calls makes calls whose undo can be recorded', () => {
  const blind = withUndo.filter(({ undo, writes = [] }) => undo === 'calls' && !writes.every(isRecordable))
  expect(blind.map(({ id }) => id)).toEqual([])
})

test('no undo destroys for good', () => {
  const { world } = exampleWorld()
  for (const { id, undo, args } of withUndo) {
    if (typeof undo !== 'function') continue
    const given = Object.fromEntries(
      Object.keys(args).map((key) => [key.replace('?', ''), key === 'tags' ? ['a'] : 'x']),
    )
    const reverse = commandById(undo(given, world)?.id ?? '')
    const isSafe = reverse === null || reverse.effect !== 'destroy' || REVERSIBLE.includes(reverse.id)
    expect([id, isSafe]).toEqual([id, true])
  }
})

/** Commands that destroy nothing that could not be had again. */
const REVERSIBLE = ['monitor.remove', 'incident.unpublish']
