import { expect, test } from 'vitest'
import { phrasesOf } from '../../src/commands/core/command.ts'
import { headlessCommands } from '../../src/commands/headless/book.ts'
import { GLOSSARY } from '../../src/mcp/glossary.ts'
import { offered } from '../../src/mcp/offered.ts'
import { toolNameOf } from '../../src/mcp/tool.ts'
import { openDeafToolbox } from './tools.ts'

const { toolbox } = openDeafToolbox()

type Found = { readonly tool: string; readonly does?: string }

const find = async (given: object): Promise<{ tools: readonly Found[]; size: number }> => {
  const answer = await toolbox.use('find_tools', { ...given })
  // What it answers is looked at by the tests.
  const { tools = [] } = (answer && 'content' in answer ? answer.parts : {}) as { tools?: Found[] }
  return { tools, size: JSON.stringify(answer && 'content' in answer && answer.content).length }
}

const namesFor = async (words: string) => (await find({ words })).tools.map(({ tool }) => tool)

test('every tool is found by its own words', async () => {
  const lost: string[] = []
  for (const command of offered) {
    const names = await namesFor(`${command.words} ${command.title}`.slice(0, 200))
    if (!names.includes(toolNameOf(command))) lost.push(`${command.id} (${command.words}): ${names.join(' ')}`)
  }
  expect(lost).toEqual([])
})

test.each([
  ['mute', 'webhook_snooze'],
  ['silence an alert', 'webhook_snooze'],
  ['who changed the monitor', 'list_audit-entry'],
  ['history', 'list_audit-entry'],
  ['outage', 'list_incident'],
  ['uptime', 'get_objective-attainment'],
  ['slo', 'objective_add'],
  ['cron', 'schedule_create'],
  ['maintenance', 'downtime_create'],
  ['env variable', 'variable_set'],
  ['secret', 'variable_set'],
  ['ping', 'monitor_run'],
  ['create a check', 'monitor_create'],
  ['probe', 'list_monitor'],
  ['undelete', 'monitor_restore'],
  ['send to slack', 'webhook_create-quickly'],
  ['ssl', 'list_certificate'],
  ['ssl', 'monitor_judge'],
  ['certificate expires', 'monitor_judge'],
  ['certificate expires', 'list_certificate'],
  ['expiring certificates', 'monitor_judge'],
  ['tls expiry', 'monitor_judge'],
  ['which monitors fail most', 'get_project-synopsis'],
  ['which monitors fail most', 'get_insights-rank'],
  ['which monitors fail most', 'get_statistics-project-counts'],
  ['most failures this week', 'get_insights-rank'],
  ['worst monitors', 'get_project-synopsis'],
  ['flaky monitors', 'get_insights-rank'],
  ['slowest monitors', 'get_statistics-project-metrics'],
  ['why did this result fail condition', 'show_result'],
  ['why does my monitor fail', 'show_result'],
  ['reason of a failed run', 'show_result'],
])('“%s” finds %s', async (words, tool) => {
  expect(await namesFor(words)).toContain(tool)
})

const saidFor = async (words: string): Promise<string> => {
  const answer = await toolbox.use('find_tools', { words })
  return answer && 'content' in answer ? answer.content.map(({ text }) => text).join('\n') : ''
}

test.each([
  'rotate api key',
  'revoke an api key',
  'create an account',
  'invite a member',
  'service account',
  'end sessions',
])('for “%s” it is said that only people do it', async (words) => {
  expect(await saidFor(words)).toContain('is no tool: sign-ins, keys, rights and invitations are for people alone')
})

test('of no tool it is said that only people do it', async () => {
  const wrong: string[] = []
  for (const command of offered)
    if ((await saidFor(`${command.words} ${command.title}`.slice(0, 200))).includes('is no tool'))
      wrong.push(command.id)
  expect(wrong).toEqual([])
})

test('each word of the glossary finds five tools at most, in short', async () => {
  for (const word of GLOSSARY.keys()) {
    const { tools, size } = await find({ words: word })
    expect([word, tools.length > 0, tools.length <= 5, size < 3_000]).toEqual([word, true, true, true])
  }
})

test('the whole schema is answered for the tools that are named', async () => {
  const { tools } = await find({ describe: ['environment_create'] })
  expect(tools).toMatchObject([{ tool: 'environment_create', input_schema: { required: ['name'] } }])
  const answer = await toolbox.use('find_tools', { describe: ['no_such_tool'] })
  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('no_such_tool') }] })
})

test.each([
  ['create_monitor', 'monitor_create'],
  ['monitors_list', 'list_monitor'],
  ['mute_alert', 'webhook_snooze'],
  ['monitor_delete', 'monitor_remove'],
  ['monitor_upadte', 'monitor_update'],
  ['alert_attach', 'webhook_attach'],
])('a name that no tool has, %s, is answered with the one that may be meant', async (name, meant) => {
  expect(toolbox.unknown(name)).toMatch(new RegExp(`^There is no tool called "${name}".* Did you mean ${meant}\\?$`))
  const answer = await toolbox.use('find_tools', { describe: [name] })
  expect(JSON.stringify(answer)).toContain(`Did you mean ${meant}?`)
})

test.each([
  ['project_create', 'create project'],
  ['project_remove', 'delete project'],
  ['project_delete', 'delete project'],
  ['api-key_create', 'create api-key'],
  ['api_key_create', 'create api-key'],
  ['access_grant', 'set access'],
])('of a name for what only people do, %s, that is said instead of another tool', (name, words) => {
  expect(toolbox.unknown(name)).toMatch(new RegExp(`“${words}” is no tool: .* for people alone`))
  expect(toolbox.unknown(name)).not.toContain('Did you mean')
})

test.each(['project_mute', 'webhook_explode', 'incident_downtime_pause', 'no_such_tool', '__', ''])(
  'no tool is named for %j, because none goes by all of its words',
  (name) => {
    expect(toolbox.unknown(name)).not.toMatch(/Did you mean|for people alone/)
  },
)

test('a tool that is named for a wrong name goes by all of its words', () => {
  const verbs = ['create', 'remove', 'delete', 'update', 'list', 'show', 'run', 'attach', 'publish', 'add', 'set']
  const ids = headlessCommands.map(({ id }) => id).filter((id) => !/^(rows|one|get)\./.test(id))
  const nouns = [...new Set(ids.map((id) => id.split('.')[0] ?? ''))]
  const far = nouns.flatMap((noun) =>
    verbs.flatMap((verb) => {
      const [, meant] = /Did you mean (\S+)\?$/.exec(toolbox.unknown(`${noun}_${verb}`)) ?? []
      const command = offered.find((each) => toolNameOf(each) === meant)
      const names = command ? `${phrasesOf(command).join(' ')} ${command.id}` : ''
      const isNear = names === '' || names.includes(noun) || names.includes(noun.replaceAll('-', ' '))
      return isNear ? [] : [`${noun}_${verb}: ${meant}`]
    }),
  )
  expect(far).toEqual([])
})
