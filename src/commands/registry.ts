import { accountCommands } from './accounts/account.ts'
import { appearanceCommands } from './accounts/appearance.ts'
import { keyCommands } from './accounts/keys.ts'
import { ownAccountCommands } from './accounts/own-account.ts'
import { siteAccountCommands } from './accounts/site-accounts.ts'
import { agentCommands } from './agents/agents.ts'
import { acknowledgementCommands } from './alerts/acknowledgements.ts'
import { alertCommands } from './alerts/alerts.ts'
import { deliveryCommands } from './alerts/deliveries.ts'
import { dependencyCommands } from './alerts/dependencies.ts'
import { askRecipient, recipientCommands } from './alerts/recipients.ts'
import { replayCommands } from './alerts/replays.ts'
import { webhookCommands } from './alerts/webhooks.ts'
import { apiKeyCommands } from './api-keys/api-keys.ts'
import { auditCommands } from './audit/audits.ts'
import { authSettingCommands } from './auth/auth-settings.ts'
import { tokenCommands } from './auth/tokens.ts'
import { certificateCommands } from './certificates/certificates.ts'
import { conditionCommands } from './conditions/conditions.ts'
import { conditionRemovals } from './conditions/removals.ts'
import { connectionCommands } from './connections/connections.ts'
import { type Command, phrasesOf } from './core/command.ts'
import { consoleCommands } from './core/console.ts'
import { formCommands } from './core/form.ts'
import { bindingsOf, type KeyBinding, overlaps } from './core/key-bindings.ts'
import { listCommands } from './core/list.ts'
import { navigationCommands } from './core/navigation.ts'
import { openCommands } from './core/open.ts'
import { keysOf, type OwnKeys } from './core/own-keys.ts'
import { textCommands } from './core/text.ts'
import { preferencesCommand } from './core/undo/preferences-step.ts'
import { undoCommands } from './core/undo/undo-commands.ts'
import { coverageCommands } from './debug/coverage.ts'
import { debugCommands } from './debug/debug.ts'
import { timeTravelCommands } from './debug/time-travel.ts'
import { downtimeCommands } from './downtimes/downtimes.ts'
import { organizationDowntimeCommands } from './downtimes/organization-downtimes.ts'
import { environmentCommands } from './environments/environments.ts'
import { variableCommands } from './environments/variables.ts'
import { federatedSignInCommands, linkedIdentityCommands } from './federation/federated-sign-ins.ts'
import { identityProviderCommands } from './federation/identity-providers.ts'
import { fileCommands } from './files/files.ts'
import { performanceCommands } from './home/performance.ts'
import { factorCommands } from './identity/factors.ts'
import { invitationLinkCommands } from './identity/invitations.ts'
import { secondStepCommands } from './identity/second-step.ts'
import { sessionCommands } from './identity/session.ts'
import { incidentStepCommands } from './incidents/incident-steps.ts'
import { incidentCommands } from './incidents/incidents.ts'
import { insightCommands } from './insights/insights.ts'
import { integrationCommands } from './integrations/integrations.ts'
import { keyServiceCommands } from './key-services/key-services.ts'
import { mailCommands } from './mail/mail.ts'
import { subscriptionCommands } from './mail/subscriptions.ts'
import { unsubscribeCommands } from './mail/unsubscribe.ts'
import { browserStepCommands } from './monitors/browser-steps.ts'
import { browserTestCommands } from './monitors/browser-tests.ts'
import { copyCommands } from './monitors/copies.ts'
import { monitorListCommands } from './monitors/monitor-list.ts'
import { monitorCommands } from './monitors/monitors.ts'
import { olderRuleCommands } from './monitors/older-rules.ts'
import { tabCommands } from './monitors/tabs.ts'
import { tagCommands } from './monitors/tags.ts'
import { watchCommands } from './monitors/watches.ts'
import { notificationCommands } from './notifications/notifications.ts'
import { homeSettingsCommands } from './objectives/home-settings.ts'
import { objectiveCommands } from './objectives/objectives.ts'
import { sampleCommands } from './onboarding/samples.ts'
import { wizardCommands } from './onboarding/wizard.ts'
import { memberCommands } from './organizations/members.ts'
import { organizationCommands } from './organizations/organizations.ts'
import { ownRoleCommands } from './organizations/own-roles.ts'
import { accessCommands } from './projects/access.ts'
import { favoriteCommands } from './projects/favorites.ts'
import { ownAccessCommands } from './projects/own-access.ts'
import { projectSettingsCommands } from './projects/project-settings.ts'
import { projectCommands } from './projects/projects.ts'
import { reportPrintCommands } from './reports/print.ts'
import { reportGroupCommands } from './reports/report-groups.ts'
import { reportCommands } from './reports/reports.ts'
import { resultCommands } from './results/results.ts'
import { trialCommands } from './runs/trials.ts'
import { scheduleCommands } from './schedules/schedules.ts'
import { serviceAccountCommands } from './service-accounts/service-accounts.ts'
import { chartCommands } from './statistics/charts.ts'
import { statusComponentCommands } from './status/status-components.ts'
import { statusPageCommands } from './status/status-page.ts'
import { workflowStepCommands } from './workflows/workflow-steps.ts'
import { workflowCommands } from './workflows/workflows.ts'

/** Throws where two commands share an id, a phrase, or a key that both would answer. */
export const withoutClashes = (all: readonly Command[]): readonly Command[] => {
  const taken = new Map<string, Command>()
  const take = (what: string, command: Command) => {
    const other = taken.get(what)
    if (other) throw new Error(`${other.id} and ${command.id} share ${what}.`)
    taken.set(what, command)
  }
  for (const command of all) {
    take(`the id ${command.id}`, command)
    for (const phrase of phrasesOf(command)) take(`the words “${phrase}”`, command)
  }
  const answering = new Map<string, Command[]>()
  for (const command of all)
    for (const key of keysOf(command, {})) {
      const others = answering.get(key) ?? []
      const other = others.find((each) => overlaps(command, each))
      if (other) throw new Error(`${other.id} and ${command.id} share the key ${key}.`)
      answering.set(key, [...others, command])
    }
  return all
}

/** Every command of the product. */
export const commands: readonly Command[] = withoutClashes([
  ...monitorCommands,
  ...browserTestCommands,
  ...browserStepCommands,
  ...olderRuleCommands,
  ...tagCommands,
  ...textCommands,
  ...conditionCommands,
  ...conditionRemovals,
  ...copyCommands,
  ...monitorListCommands,
  ...scheduleCommands,
  ...workflowCommands,
  ...workflowStepCommands,
  ...downtimeCommands,
  ...organizationDowntimeCommands,
  ...serviceAccountCommands,
  ...keyServiceCommands,
  ...organizationCommands,
  ...ownRoleCommands,
  ...memberCommands,
  ...environmentCommands,
  ...variableCommands,
  ...fileCommands,
  ...agentCommands,
  ...certificateCommands,
  ...integrationCommands,
  ...webhookCommands,
  ...alertCommands,
  ...acknowledgementCommands,
  ...dependencyCommands,
  ...incidentCommands,
  ...incidentStepCommands,
  ...replayCommands,
  ...authSettingCommands,
  ...tokenCommands,
  ...notificationCommands,
  ...deliveryCommands,
  ...resultCommands,
  ...auditCommands,
  ...sampleCommands,
  ...trialCommands,
  ...watchCommands,
  ...wizardCommands,
  ...chartCommands,
  ...insightCommands,
  ...reportCommands,
  ...reportGroupCommands,
  ...reportPrintCommands,
  ...objectiveCommands,
  ...statusPageCommands,
  ...statusComponentCommands,
  ...homeSettingsCommands,
  ...performanceCommands,
  ...projectCommands,
  ...projectSettingsCommands,
  ...favoriteCommands,
  ...accessCommands,
  ...ownAccessCommands,
  ...invitationLinkCommands,
  ...apiKeyCommands,
  ...accountCommands,
  ...ownAccountCommands,
  ...linkedIdentityCommands,
  ...connectionCommands,
  ...openCommands,
  ...navigationCommands,
  ...tabCommands,
  ...listCommands,
  ...formCommands,
  ...consoleCommands,
  ...undoCommands((id) => commandById(id)),
  preferencesCommand,
  ...appearanceCommands,
  ...keyCommands({ commands: () => commands, bindings: (own) => bindingsFor(own) }),
  ...sessionCommands,
  ...secondStepCommands,
  ...factorCommands,
  ...federatedSignInCommands,
  ...subscriptionCommands,
  ...unsubscribeCommands,
  ...recipientCommands,
  ...mailCommands,
  askRecipient,
  ...siteAccountCommands,
  ...identityProviderCommands,
  ...debugCommands,
  ...timeTravelCommands,
  ...coverageCommands,
])

const byId: ReadonlyMap<string, Command> = new Map(commands.map((each) => [each.id, each]))

/** The command of an id; null where there is none. */
export const commandById = (id: string): Command | null => byId.get(id) ?? null

const USUAL: OwnKeys = {}
const bindings = new WeakMap<OwnKeys, readonly KeyBinding[]>()

/** Every key of a person, in the order of the registry; without preferences, the usual ones. */
export const bindingsFor = (own: OwnKeys = USUAL): readonly KeyBinding[] => {
  const before = bindings.get(own)
  if (before) return before
  const made = bindingsOf(commands, own)
  bindings.set(own, made)
  return made
}
