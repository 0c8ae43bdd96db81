import { type Command, phrasesOf } from '../commands/core/command.ts'
import { stepsBetween } from '../commands/core/line/closest.ts'
import { answerOfFacts, refusedWith, type ToolAnswer } from './answer.ts'
import { descriptionOf } from './descriptions.ts'
import { GLOSSARY } from './glossary.ts'
import { forPeople, nounOf, offered, peopleAlone } from './offered.ts'
import { isUsual } from './selection.ts'
import { shortSchema } from './short-schema.ts'
import { toolNameOf, toolOf } from './tool.ts'

const MOST_FOUND = 5

/** Words that say nothing about a command. */
const EMPTY = new Set(
  'a an the of for to in on at by is are be do does did i me my we our it its this that with and or from all any some most more how what which please can want need get use tool sonde'.split(
    ' ',
  ),
)

/** The stem of an English word, as far as telling words alike takes. */
const stemOf = (word: string): string =>
  word.length <= 3
    ? word
    : word
        .replace(/ies$/, 'y')
        .replace(/(ing|ed|es|s)$/, '')
        .replace(/e$/, '')

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)

const stemsIn = (text: string): string[] => wordsIn(text).map(stemOf)

type Indexed = {
  /** The weight of each word of a command. */
  readonly weights: ReadonlyMap<Command, ReadonlyMap<string, number>>
  /** The number of commands that have a word. */
  readonly counts: ReadonlyMap<string, number>
}

/** The phrases, id and noun that a command goes by. */
const namesOf = (command: Command): string => `${phrasesOf(command).join(' ')} ${command.id} ${nounOf(command)}`

/** The weight of each word of a command: its name says most, its description least. */
const weightsOf = (command: Command): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const stem of stemsIn(text)) weights.set(stem, Math.max(weights.get(stem) ?? 0, weight))
  }
  add(descriptionOf(command), 1)
  add(command.title, 1.5)
  add(namesOf(command), 3)
  return weights
}

let indexed: Indexed | null = null

/** The words of all commands, read when somebody first looks for one. */
const indexOfAll = (): Indexed => {
  if (indexed) return indexed
  const weights = new Map([...offered, ...peopleAlone].map((command) => [command, weightsOf(command)] as const))
  const counts = new Map<string, number>()
  for (const each of weights.values()) for (const stem of each.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  indexed = { weights, counts }
  return indexed
}

const glossary = new Map([...GLOSSARY].map(([words, meant]) => [stemsIn(words).join(' '), stemsIn(meant)] as const))

/** The words that are looked for, each with its weight: those of the query, and those that Sonde has for them. */
const wantedIn = (text: string): ReadonlyMap<string, number> => {
  const stems = wordsIn(text).map(stemOf)
  const wanted = new Map<string, number>()
  const add = (stem: string, weight: number) => wanted.set(stem, Math.max(wanted.get(stem) ?? 0, weight))
  for (const [at, stem] of stems.entries()) {
    const meant = glossary.get(`${stem} ${stems[at + 1] ?? ''}`) ?? glossary.get(stem) ?? []
    for (const each of meant) add(each, 0.8)
  }
  for (const word of wordsIn(text)) if (!EMPTY.has(word)) add(stemOf(word), 1)
  return wanted
}

type Scored = { readonly command: Command; readonly score: number }

const bestFor = (commands: readonly Command[], text: string): readonly Scored[] => {
  const { weights, counts } = indexOfAll()
  const wanted = wantedIn(text)
  return commands
    .map((command) => {
      let score = 0
      // A word that few commands have says more.
      for (const [stem, weight] of wanted)
        score += weight * (weights.get(command)?.get(stem) ?? 0) * Math.log(1 + weights.size / (counts.get(stem) ?? 1))
      return { command, score: isUsual(command) ? score * 1.1 : score }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.command.id.length - b.command.id.length)
    .slice(0, MOST_FOUND)
}

/** What to say where a command for people alone fits the words better than every tool; nothing elsewhere. */
const peopleOnly = (text: string, [best]: readonly Scored[]): readonly string[] => {
  const [first] = bestFor(forPeople, text)
  if (!first || first.score <= (best?.score ?? 0)) return []
  return [noToolSentence(first.command)]
}

const noToolSentence = (command: Command): string =>
  `“${command.words}” is no tool: ${forPeople.includes(command) ? 'sign-ins, keys, rights and invitations are' : 'it is'} for people alone, in the web app or with \`sonde\`. Tell the person.`

const found = (commands: readonly Command[], before: readonly string[], hasProjects: boolean): ToolAnswer => {
  const tools = commands.map((command) => {
    const { name, description, inputSchema, annotations } = toolOf(command, hasProjects)
    return { tool: name, does: description, required: inputSchema.required, read_only: annotations.readOnlyHint }
  })
  const lines = tools.map(
    ({ tool, does, required, read_only }) =>
      `${tool}(${required.join(', ')}): ${does}${read_only ? ' Read only.' : ''}`,
  )
  const sentence = `The best first. find_tools with describe: ["${tools[0]?.tool}"] answers all arguments; use_tool carries one out.`
  return { content: [{ type: 'text', text: [...before, sentence, ...lines].join('\n') }], parts: { tools } }
}

let named: ReadonlySet<string> | null = null

/** The words that commands go by, read when the first wrong name is looked at. */
const wordsOfNames = (): ReadonlySet<string> => {
  named ??= new Set([...offered, ...peopleAlone].flatMap((command) => stemsIn(namesOf(command))))
  return named
}

/**
 * Whether a command goes by every word of a name: one word more makes it another deed or object. A word that no command goes by stands for
 * what Sonde calls it, as `mute` for `snooze`.
 */
const goesBy = (command: Command, stems: readonly string[]): boolean => {
  const own = new Set(stemsIn(namesOf(command)))
  const isMeant = (stem: string) =>
    !wordsOfNames().has(stem) && (glossary.get(stem)?.every((meant) => own.has(meant)) ?? false)
  return stems.every((stem) => own.has(stem) || isMeant(stem))
}

const MOST_SLIPS = 2

/** Tools whose names are a slip or two away from a text, the nearest first. */
const misspelled = (name: string, commands: readonly Command[]): readonly Command[] =>
  commands
    .map((command) => ({ command, steps: stepsBetween(name.toLowerCase(), toolNameOf(command), MOST_SLIPS) }))
    .filter(({ steps }) => steps <= MOST_SLIPS)
    .sort((a, b) => a.steps - b.steps)
    .map(({ command }) => command)

/**
 * The tool that a wrong name means, or that only people do it, as a sentence; nothing where no tool goes by all of its words. A tool that
 * shares one word with it may do something else altogether.
 */
export const meantBy = (name: string, commands: readonly Command[]): string => {
  const isNamed = (command: Command) => toolNameOf(command) === name
  const text = name.replaceAll('_', ' ')
  const stems = stemsIn(text)
  const meantIn = (all: readonly Command[]) =>
    stems.length === 0
      ? undefined
      : bestFor(
          all.filter((command) => goesBy(command, stems)),
          text,
        )[0]?.command
  const ofPeople = peopleAlone.find(isNamed)
  const tool = ofPeople ? undefined : (meantIn(commands) ?? misspelled(name, commands)[0])
  if (tool) return ` Did you mean ${toolNameOf(tool)}?`
  const forbidden = ofPeople ?? meantIn(peopleAlone)
  return forbidden ? ` ${noToolSentence(forbidden)}` : ''
}

/** Answers the commands that fit some words, in short; or, by their names, their whole schemas. */
export const findTools = (
  commands: readonly Command[],
  { words, describe }: { readonly words?: string; readonly describe?: readonly string[] },
  hasProjects: boolean,
): ToolAnswer => {
  if (describe !== undefined) {
    const unknown = describe.find((name) => !commands.some((each) => toolNameOf(each) === name))
    if (unknown !== undefined)
      return refusedWith(
        `There is no tool called ${JSON.stringify(unknown)} for this connection: find it by words.${meantBy(unknown, commands)}`,
      )
    const named = commands.filter((each) => describe.includes(toolNameOf(each)))
    return answerOfFacts('Their arguments:', {
      tools: named.map((command) => {
        const { name, description, inputSchema, annotations } = toolOf(command, hasProjects)
        return {
          tool: name,
          does: description,
          input_schema: shortSchema(inputSchema),
          read_only: annotations.readOnlyHint,
        }
      }),
    })
  }
  if (words === undefined) return refusedWith('Name words that say what is to be done, or tools to describe.')
  const best = bestFor(commands, words)
  const before = peopleOnly(words, best)
  if (best.length > 0)
    return found(
      best.map(({ command }) => command),
      before,
      hasProjects,
    )
  return answerOfFacts([...before, 'No command fits these words. Each is about one of these:'].join(' '), {
    about: [...new Set(commands.map(nounOf))].sort(),
  })
}
