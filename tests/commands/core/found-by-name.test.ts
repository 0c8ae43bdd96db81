import { describe, expect, test } from 'vitest'
import { unavailableReason } from '../../../src/commands/core/availability.ts'
import { phrasesOf } from '../../../src/commands/core/command.ts'
import { nearestPhrases } from '../../../src/commands/core/line/did-you-mean.ts'
import { historyLine } from '../../../src/commands/core/line/history-line.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { isComplete, shownProblem } from '../../../src/commands/core/line/reading.ts'
import { linesIn, meantByLine, withoutPrompt } from '../../../src/commands/core/line/script.ts'
import { suggestionsFor } from '../../../src/commands/core/line/suggest.ts'
import { slugOf } from '../../../src/commands/core/naming.ts'
import type { EntityKind } from '../../../src/commands/core/world.ts'
import { kinds } from '../../../src/commands/kinds.ts'
import { commands } from '../../../src/commands/registry.ts'
import { shellCommands } from '../../../src/domain/core/shell-words.ts'
import { exampleWorld } from '../world.ts'

const { world } = exampleWorld()
const rows = (line: string) => suggestionsFor(line, world).flatMap(({ items }) => items)
const admin = { ...world, site: { viewer: true, admin: true } }

// The keys of the table are its kinds; Object.keys cannot know it.
const openedByName = (Object.keys(kinds) as readonly EntityKind[]).filter(
  (kind) => kind === 'project' || (kinds[kind].routes.one !== null && kinds[kind].list !== null),
)

describe('an object is found by its name alone', () => {
  test.each(openedByName)('%s', (kind) => {
    const [first] = admin.entities(kind)
    expect(first).toBeDefined()
    const found = suggestionsFor(first?.name ?? '', admin).flatMap(({ items }) => items)
    expect(found.filter(({ label, line }) => label === first?.name && /^(open|switch) /.test(line))).not.toEqual([])
  })

  test('and one letter finds none', () => {
    expect(rows('t').filter(({ id }) => id.startsWith('open.monitor:'))).toEqual([])
  })
})

test('every part of a name as lines write it finds the object', () => {
  for (const { id, name } of world.entities('monitor')) {
    const slug = slugOf(name)
    for (let end = 2; end <= slug.length; end++) {
      const found = rows(`run monitor ${slug.slice(0, end)}`)
      const isNamed = readLine(`run monitor ${slug.slice(0, end)}`, world).args.monitor === id
      expect(isNamed || found.some(({ label }) => label === name), `${slug.slice(0, end)} finds ${name}`).toBe(true)
    }
  }
})

test.each([
  ['open tax', 'Open monitor'],
  ['open on-call', 'Open alert'],
  ['edit tax', 'Edit monitor'],
])('a verb and a name lead with the command of that verb and noun: %s', (line, label) => {
  expect(rows(line)[0]?.note).toBe(label)
})

describe('a curl command', () => {
  const PASTED = 'curl -X POST https://shop.example/orders -d \'{"sku": 1}\''

  test('that is typed or pasted offers the monitor that makes its call, and is only written', () => {
    const [first] = rows(PASTED)
    expect(first).toMatchObject({ label: 'New monitor from curl', whole: false })
    const reading = readLine(first?.line ?? '', world)
    expect([reading.args, reading.problems]).toEqual([{ curl: PASTED }, []])
    expect(rows('curlew').filter(({ id }) => id === 'curl')).toEqual([])
  })

  test.each([
    "curl 'https://shop.example/' --compressed",
    `curl 'https://shop.example/orders' -X POST --data-raw '{"sku": 1}' --header 'accept: is:failing tag:x'`,
    '$ curl --request-target "*" https://shop.example/',
  ])('with flags of its own is no unknown command: %s', (pasted) => {
    expect(shownProblem(readLine(pasted, world))).toBe(null)
    const [first] = rows(pasted)
    expect(first).toMatchObject({ label: 'New monitor from curl' })
    expect(readLine(first?.line ?? '', world)).toMatchObject({ args: { curl: withoutPrompt(pasted) }, problems: [] })
  })

  test('of several lines is one, and several are several', () => {
    const curl = 'curl https://shop.example/ \\\n  -H "accept: text/html" ^\r\n--compressed'
    const joined = 'curl https://shop.example/ -H "accept: text/html" --compressed'
    expect(linesIn(curl)).toEqual([joined])
    expect(linesIn(`# first\n\n$ ${curl}\nrun monitor a \\\nb`)).toEqual([joined, 'run monitor a \\', 'b'])
    expect(linesIn('curl https://shop.example/ \\')).toEqual(['curl https://shop.example/'])
  })

  test('of several lines is one also where a line ends within a quote, and says the same', () => {
    const call = "curl --location 'https://shop.example/' \\\n--header 'accept: text/html' \\\n--data "
    const open = shellCommands(linesIn(`${call}'{\n  "say": "it\n`)[0] ?? '')
    expect(open).toMatchObject({ problem: "A quote (') is not closed." })
    for (const body of [`'{\n  "a": 1,\n\n  # "b"\n}'`, '"{\n \\"a\\": 1\n}"', "$'{\n \\'a\\': 1}'"]) {
      const [line = '', ...others] = linesIn(`${call}${body}\nrun monitor a`)
      expect(others).toEqual(['run monitor a'])
      expect(line).not.toContain('\n')
      expect(shellCommands(line)).toEqual(shellCommands(`${call}${body}`))
    }
    const ofCmd = 'curl ^"https://shop.example/^" ^\r\n  -H ^"accept: ^\\^"a^\\^"^" ^\r\n  --compressed'
    expect(linesIn(ofCmd)).toEqual(['curl ^"https://shop.example/^" -H ^"accept: ^\\^"a^\\^"^" --compressed'])
  })

  test('and an address are read among pasted lines', () => {
    const pasted = ['run monitor Old', 'https://shop.example/a', `curl -d '{"a": "b"}' https://shop.example/`]
    const [first, second, third] = pasted.map(meantByLine).map((line) => readLine(line, world))
    expect(first?.command?.id).toBe('monitor.run')
    expect(second).toMatchObject({ args: { url: 'https://shop.example/a' }, problems: [] })
    expect(third).toMatchObject({ args: { curl: pasted[2] }, problems: [] })
  })

  test('with something secret in it is not remembered', () => {
    expect(historyLine('create monitor-from-curl "curl -u ada:pass https://shop.example/"', world)).toBe(null)
    expect(historyLine('create monitor-from-curl "curl https://shop.example/"', world)).not.toBe(null)
  })
})

test('a verb and a name with a slip lead to the object, and only write its line', () => {
  const found = rows('run tax-lokup-soap').filter(({ line }) => line.includes('tax-lookup-soap'))
  expect(found[0]).toMatchObject({ line: 'run monitor tax-lookup-soap', note: 'Run monitor', whole: false })
  expect(rows('run zzzzzz').filter(({ line }) => line.startsWith('run monitor '))).toEqual([])
})

test('a verb that is cut short finds the command, and only writes its line', () => {
  const [first] = suggestionsFor('del tax-lookup-soap', world)
  expect(first?.title).toBe('Did you mean “delete tax-lookup-soap”')
  expect(first?.items[0]).toMatchObject({ line: 'delete monitor tax-lookup-soap', whole: false })
})

describe('filters of monitors in words', () => {
  test.each(['is:foo', 'is:foo is:failing', 'is:constructor', 'tag:shop is:faling checkout'])(
    'an unknown state is refused by its name, and filters nothing: %s',
    (line) => {
      const problem = shownProblem(readLine(line, world))
      expect(problem?.sentence).toMatch(/^No state is called “(foo|constructor|faling)”\. States are failing, down, /)
      expect(rows(line).filter(({ line: written }) => written.startsWith('filter'))).toEqual([])
    },
  )
  test('a slip is mended', () => {
    expect(shownProblem(readLine('tag:shop is:faling checkout', world))?.fix).toBe('tag:shop is:failing checkout')
  })
  test('a state that is still being typed is none', () => {
    expect(shownProblem(readLine('is:fai', world))).toBe(null)
    expect(rows('is:fai')[0]?.line).toBe('filter monitors --result FAIL --only')
  })
})

test.each([
  ['unpause schedule Partner checks', 'resume schedule Partner checks'],
  ['mute webhook On-call', 'snooze webhook On-call'],
  ['undelete monitor Old orders', 'restore monitor Old orders'],
])('a word of its own is mended to what it means, never to its opposite: %s', (line, meant) => {
  expect(rows(line).map(({ line: written }) => written)).toEqual([meant])
})

test('no correction of a verb with a negation leads to the verb without it, or the other way round', () => {
  const verbs = [...new Set(commands.flatMap(phrasesOf).map((phrase) => phrase.split(' ')[0] ?? ''))]
  for (const verb of verbs)
    for (const typed of verb.startsWith('un') ? [verb.slice(2)] : [`un${verb}`, `dis${verb}`]) {
      if (verbs.includes(typed)) continue
      const offered = nearestPhrases(`${typed} monitor`, commands).map(({ phrase }) => phrase.split(' ')[0])
      expect([typed, offered.includes(verb)]).toEqual([typed, false])
    }
})

describe('an empty name', () => {
  const nameless = { id: 'z1Yt2LmQ9sXw4RfVzA1cNe', name: '🔥' }
  const { world: burning } = exampleWorld({ entities: () => [nameless] })

  test.each([
    'run monitor ""',
    'delete monitor ""',
    'pause schedule ""',
    'run monitor " "',
    'run monitor ,',
    "disable alert ''",
  ])('names nothing, not even what has no letter in its name: %s', (line) => {
    expect(isComplete(readLine(line, burning))).toBe(false)
    expect(readLine(line, burning).problems).not.toEqual([])
  })
  test('which is named by what it is called', () => {
    expect(readLine('run monitor 🔥', burning).args).toEqual({ monitor: nameless.id })
  })
})

test('several names may have quotes around any of them', () => {
  const { args, problems } = readLine('run monitor tax-lookup-soap, "Catalogue search"', world)
  expect([problems, args.monitor]).toEqual([[], expect.any(Array)])
})

test('the title of a screen opens it, before the same screen of one object', () => {
  const screens = commands.filter((each) => each.id.startsWith('open.') && Object.keys(each.args).length === 0)
  const { world: site } = exampleWorld({ site: { viewer: true, admin: true } })
  const offered = screens.filter((each) => unavailableReason(each, site) === null && !each.hidden)
  expect(offered.length).toBeGreaterThan(30)
  const isCommand = (text: string) => commands.some((each) => phrasesOf(each).includes(text.toLowerCase()))
  for (const { title, words } of offered.filter((each) => !isCommand(each.title))) {
    const [first] = suggestionsFor(title.toLowerCase(), site)[0]?.items ?? []
    expect([title, first?.line, first?.opens, first?.runs]).toEqual([title, words, true, true])
  }
  expect(suggestionsFor('settings', site)[0]?.items[0]?.line).toBe('open project-settings')
})

test('the beginning of a longer name after a shorter one is still being typed', () => {
  const { world: shop } = exampleWorld({
    entities: (kind) =>
      kind === 'monitor'
        ? ['Cart', 'Cart staging', 'Other'].map((name, at) => ({ id: `${at}`.padStart(22, 'm'), name }))
        : [],
  })
  for (const line of ['run monitor cart s', 'run monitor Cart stag', 'run monitor other, cart stag']) {
    const reading = readLine(line, shop)
    expect([line, shownProblem(reading), isComplete(reading)]).toEqual([line, null, false])
    expect(suggestionsFor(line, shop)[0]?.items[0]?.label).toBe('Cart staging')
  }
  expect(isComplete(readLine('run monitor cart', shop))).toBe(true)
  expect(isComplete(readLine('run monitor cart staging', shop))).toBe(true)
  expect(shownProblem(readLine('run monitor cart x', shop))?.sentence).toMatch(/^Unexpected word/)
})

test('a name of one letter is found by it, and no other name is', () => {
  const named = (name: string, id: string) => ({ id, name })
  const entities = (kind: EntityKind) =>
    kind === 'monitor' ? [named('X', 'x9Yt2LmQ9sXw4RfVzA1cNe'), named('Express', 'e9Yt2LmQ9sXw4RfVzA1cNe')] : []
  const { world: short } = exampleWorld({ entities })
  const found = suggestionsFor('x', short).flatMap(({ items }) => items.map(({ label }) => label))
  expect(found).toContain('X')
  expect(found).not.toContain('Express')
})

test('a slip in a name finds it, and Enter runs nothing that is only near', () => {
  const entities = (kind: EntityKind) =>
    kind === 'monitor' ? [{ id: 'c9Yt2LmQ9sXw4RfVzA1cNe', name: 'Checkout staging' }] : []
  const { world: shop } = exampleWorld({ entities })
  const [group] = suggestionsFor('checkout stagign', shop)
  expect(group).toMatchObject({ title: 'Did you mean', items: [{ label: 'Checkout staging', whole: false }] })
  expect(suggestionsFor('chec', shop).flatMap(({ items }) => items.map(({ id }) => id))).not.toContain(
    'near:open.monitor:c9Yt2LmQ9sXw4RfVzA1cNe',
  )
})
