import type { Command } from '../commands/core/command.ts'
import { kinds } from '../commands/kinds.ts'
import { contract, type EndpointName } from '../contract/contract.ts'
import type { AnyEndpoint } from '../contract/core/endpoint.ts'
import { nounOf, offered } from './offered.ts'

/**
 * Sentences about commands whose endpoint does not describe them: it serves several commands, or takes what a tool cannot give. All
 * others have the summary of their endpoint.
 */
const OWN: Readonly<Record<string, string>> = {
  'monitor.run': 'Runs a monitor now or after a delay, and waits for the result',
  'monitor.run-from': 'Runs a monitor now from one location, and waits for the result',
  'monitor.rename': 'Changes the name of a monitor',
  'monitor.create': 'Creates a monitor of an HTTP request; a schedule runs it, or monitor_run',
  'monitor.update': 'Changes the request or the settings of a monitor; absent arguments keep their values',
  'monitor.tag': 'Adds tags to a monitor',
  'monitor.switch-rules':
    'Gives a monitor from before 0.6 the rules of new ones for redirects, variables without a value and texts in JSON',
  'monitor.untag': 'Removes tags from a monitor',
  'monitor.judge':
    'Adds a condition to a monitor, which its results are judged by: status, latency, body, days until its TLS certificate expires',
  'project.judge': 'Adds a condition to all monitors of the project',
  'monitor.remove-condition': 'Removes a condition from a monitor, by its number or by words of it',
  'project.remove-condition': 'Removes a condition that applies to all monitors of the project',
  'monitor.from-curl': 'Creates a monitor from a curl command line',
  'monitor.copy-address': 'Returns the URL that a monitor calls',
  'monitor.copy-curl': 'Returns the request of a monitor as a curl command line',
  'browser-test.update': 'Changes the page or the settings of a browser test; absent arguments keep their values',
  'step.add': 'Adds a step to a browser test, such as a click or an expected text',
  'step.move': 'Moves a step of a browser test to another place',
  'step.remove': 'Removes a step from a browser test',
  'schedule.update':
    'Changes a schedule: its frequency, locations, targets or retries; absent arguments keep their values',
  'schedule.pause': 'Pauses a schedule: its monitors and workflows no longer run by it',
  'schedule.resume': 'Resumes a paused schedule',
  'schedule.set-hours': 'Restricts a schedule to business hours',
  'schedule.set-retries': 'Changes how a schedule repeats failed runs',
  'workflow.update': 'Changes a workflow: its name, steps or settings; absent arguments keep their values',
  'workflow.download-results': 'Exports the results of a workflow as CSV',
  'workflow.run': 'Runs a workflow now or after a delay, and waits for the result',
  'workflow.run-from': 'Runs a workflow now from one location, and waits for the result',
  'workflow.set-runs': 'Changes where a workflow runs, and what happens when its runs overlap',
  'workflow.set-retries': 'Changes how a workflow repeats its failed steps',
  'workflow.add-step': 'Adds a monitor to a workflow as a step',
  'workflow.move-step': 'Moves a step of a workflow to another place',
  'workflow.remove-step': 'Removes a step from a workflow; its monitor stays',
  'workflow.set-teardown': 'Marks a step of a workflow as teardown, which runs after a failure too, or no longer',
  'rows.downtime':
    'Lists the downtimes that cover a schedule, newest first; with “all” as the schedule, those of the project',
  'one.downtime': 'Returns one downtime, by its id',
  'downtime.create': 'Creates a downtime (maintenance window) of a schedule, or of all of them, in which nothing runs',
  'downtime.update': 'Changes a downtime; absent arguments keep their values',
  'file.create': 'Stores a file with the given text',
  'file.add-openapi': 'Stores the given OpenAPI document, JSON or YAML',
  'file.download': 'Returns the content of a file',
  'webhook.create': 'Creates an alert with all its settings; webhook_create-quickly needs fewer',
  'webhook.create-quickly': 'Creates an alert by type and recipient, such as email or Slack, with usual settings',
  'webhook.update': 'Changes an alert: its channel, recipient, rules or texts; absent arguments keep their values',
  'webhook.snooze': 'Snoozes an alert for some minutes: it sends nothing meanwhile',
  'webhook.snooze-until': 'Snoozes an alert until a time: it sends nothing before',
  'webhook.wake': 'Ends the snooze of an alert',
  'webhook.attach': 'Restricts an alert to one monitor',
  'webhook.detach': 'Applies an alert to all monitors of the project',
  'webhook.disable': 'Turns an alert off',
  'webhook.enable': 'Turns an alert on',
  'dependency.add': 'Makes a monitor depend on another one: while that one fails, its alerts are held back',
  'dependency.remove': 'Ends the dependency of a monitor on another one, so that its alerts are sent again',
  'incident.update': 'Changes the title, impact, cause or beginning of an incident; absent arguments keep their values',
  'incident.add-monitor': 'Adds an affected monitor to an incident',
  'incident.remove-monitor': 'Removes a monitor from an incident',
  'notification.mark-read': 'Marks a notification as read, for the caller only',
  'notification.mark-unread': 'Marks a notification as unread, for the caller only',
  'notification.mark-all-read': 'Marks all notifications as read, for the caller only',
  'one.result':
    'Returns one result: how it went, and why it failed: the conditions that were not met, with what was expected and found',
  'result.export': 'Exports the results of the project as CSV',
  'result.run-again': 'Runs the monitor of a result again, from the same location',
  'result.copy-curl': 'Returns the request of a result as a curl command line',
  'result.download': 'Returns the response body of a result',
  'report.update': 'Changes a report: its period, metric or groups; absent arguments keep their values',
  'report.download': 'Returns a report as a CSV file, as people download it',
  'report.publish': 'Opens a public link to a report: whoever has the link sees its figures',
  'report.renew-link': 'Replaces the public link of a report; the old link no longer works',
  'report.add': 'Adds a monitor to a report as a row',
  'report.remove-row': 'Removes a row from a report',
  'report.move-row': 'Moves a row of a report to another place or group',
  'report.label-row': 'Changes the label of a row of a report',
  'report.add-group': 'Adds a group to a report',
  'report.rename-group': 'Renames a group of a report',
  'report.move-group': 'Moves a group of a report to another place',
  'report.remove-group': 'Removes a group from a report, with its rows',
  'objective.add': 'Adds a service level objective to the project, such as 99.9 % uptime a month',
  'objective.remove': 'Removes a service level objective of the project',
  'threshold.add': 'Adds a threshold to the project: how far a figure may be from its usual value',
  'threshold.remove': 'Removes a threshold of the project',
  'slo.scope': 'Restricts the objectives of the project to monitors with some tags, or without them',
  'status-page.publish': 'Publishes the status page of the project',
  'status-page.close': 'Closes the status page of the project to the public',
  'status-page.change': 'Changes the title, address or settings of the status page; absent arguments keep their values',
  'status-page.add-component': 'Adds a component to the status page',
  'status-page.change-component': 'Changes a component of the status page; absent arguments keep their values',
  'status-page.add-monitor': 'Adds a monitor to a component of the status page',
  'status-page.remove-monitor': 'Removes a monitor from a component of the status page',
  'status-page.move-component': 'Moves a component of the status page to another place',
  'status-page.remove-component': 'Removes a component from the status page',
  'project.update': 'Changes the name, the tags or the alerts of the project; absent arguments keep their values',
  'project.rename': 'Changes the name of the project',
  'project.alert-on-manual-runs': 'Turns alerts about manual runs of the project on or off',
  'project.score-bands': 'Changes the scores from which monitors of the project count as good or as a warning',
  'project.retention': 'Changes for how many days the project stores results; older ones are deleted',
  'rows.project': 'Lists the projects that the caller can enter',
  'rows.collection': 'Lists the organizations of the caller',
  'rows.browser-test': 'Lists the browser tests of the project',
  'rows.tag': 'Lists the tags of the project',
  'rows.location': 'Lists the locations that monitors can run from',
}

const endpointsOf = ({ writes = [], reads = [] }: Command): readonly EndpointName[] => [...writes, ...reads]

const users = new Map<EndpointName, number>()
for (const each of offered) for (const name of endpointsOf(each)) users.set(name, (users.get(name) ?? 0) + 1)

const isRow = ({ id }: Command): boolean => id.startsWith('one.')

const sentenceOf = (command: Command): string => {
  const own = OWN[command.id]
  if (own !== undefined) return own
  const [name, ...others] = endpointsOf(command)
  // The keys of the table are kinds, and so is the noun of a command that was derived from them.
  const kind = nounOf(command) as keyof typeof kinds
  if (isRow(command) && name && (users.get(name) ?? 0) > 1)
    return `Returns one ${kinds[kind].noun[0]}, by its id or its name`
  const endpoint: AnyEndpoint | null = name && others.length === 0 ? contract[name] : null
  return endpoint?.summary ?? command.title
}

/** A sentence about a command for a model: its effect, and its object. */
export const descriptionOf = (command: Command): string => `${sentenceOf(command).replace(/[.…]$/, '')}.`

/** Commands with a sentence of their own. */
export const described: readonly string[] = Object.keys(OWN)
