import { argumentsOf } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import { phraseIn } from '../commands/core/line/phrase.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import { shapeOf } from '../commands/core/line/value-shape.ts'
import { slugOf } from '../commands/core/naming.ts'
import type { EntityKind } from '../commands/core/world.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import { listedKind } from '../commands/headless/reads.ts'
import { type FlagName, flagNamed } from './flag-table.ts'
import { flagsFor, flagsForLocal } from './flag-uses.ts'
import { lineOf, nameOfFlag, takeFlags } from './flags.ts'
import { formatsFor } from './formats.ts'
import { listColumns } from './list-columns.ts'
import { LOCAL, localCommandOf } from './local-commands.ts'

/** Something that may stand at the end of a line, with its meaning. */
export type Candidate = { readonly text: string; readonly note: string }

/** The names that may stand for a kind: slugs, or ids where a slug means several. */
export type NamesOf = (kind: EntityKind) => Promise<readonly Candidate[]>

const noCandidates: readonly Candidate[] = []

/** The words that may follow those that are complete; the shell narrows them by what is typed of the last. */
export const candidatesFor = async (
  done: readonly string[],
  last: string,
  namesOf: NamesOf,
): Promise<readonly Candidate[]> => {
  const words = wordsOf(done)
  const local = localCommandOf(words)
  const found = local ? null : phraseIn(tokensOf(lineOf(words)), headlessCommands)
  const value = await flagValues(done.at(-1) ?? '', words, namesOf)
  if (value) return value.filter(({ text }) => text.startsWith(last))
  if (local?.command.like) return candidatesFor([local.command.like, ...local.rest], last, namesOf)
  const own = local
    ? await localAnswers(local, last, namesOf)
    : found
      ? await answers(found.command, words.slice(found.length), last, namesOf)
      : []
  return [...own, ...phrases(words)].filter(({ text }) => text.startsWith(last))
}

type Local = NonNullable<ReturnType<typeof localCommandOf>>

const localAnswers = async (
  { command, rest }: Local,
  last: string,
  namesOf: NamesOf,
): Promise<readonly Candidate[]> => {
  const flags = Object.entries(command.flags ?? {}).map(([flag, note]) => ({ text: flag.split(' ')[0] ?? '', note }))
  if (last.startsWith('-')) return [...flags, ...generalFlags(flagsForLocal(command))]
  if (command.names) return namesOf(command.names)
  const words = (command.syntax ?? '').split('|')
  return words.length > 1 && rest.length === 0 ? words.map((text) => ({ text, note: '' })) : noCandidates
}

/** Complete words without general flags, and without a flag at the end that lacks its value. */
const wordsOf = (done: readonly string[]): readonly string[] => {
  for (const complete of [done, done.slice(0, -1)]) {
    try {
      return takeFlags(complete).words
    } catch {
      // The last flag has no value yet, or the line is wrong.
    }
  }
  return done
}

/** The next words of all phrases that begin like these. */
const phrases = (words: readonly string[]): readonly Candidate[] => {
  const local = Object.entries(LOCAL).map(([phrase, { about }]) => ({ phrase, about }))
  const all = [...local, ...headlessCommands.map(({ words: phrase, title }) => ({ phrase, about: title }))]
  const next = new Map<string, string>()
  for (const { phrase, about } of all) {
    const parts = phrase.split(' ')
    if (words.length >= parts.length || words.some((word, at) => word !== parts[at])) continue
    const part = parts[words.length] ?? ''
    const isLast = parts.length === words.length + 1
    if (!next.has(part)) next.set(part, isLast ? about : '')
  }
  return [...next].map(([text, note]) => ({ text, note }))
}

const answers = async (
  command: Command,
  rest: readonly string[],
  last: string,
  namesOf: NamesOf,
): Promise<readonly Candidate[]> => {
  const all = argumentsOf(command)
  const before = rest.at(-1) ?? ''
  const flagged = all.find(({ flags }) => flags.includes(before))
  const awaited = flagged && shapeOf(flagged).kind !== 'boolean' ? flagged : null
  if (awaited === null && last.startsWith('-')) return flagsOf(command)
  const argument = awaited ?? all.filter(({ required }) => required)[placesIn(command, rest)]
  if (!argument) return flagsOf(command)
  const { choices, kind } = shapeOf(argument)
  if (choices.length > 0) return choices.map((text) => ({ text, note: '' }))
  if (kind === 'boolean') return ['true', 'false'].map((text) => ({ text, note: '' }))
  return argument.kind ? namesOf(argument.kind) : noCandidates
}

const flagsOf = (command: Command): readonly Candidate[] => [
  ...argumentsOf(command)
    .filter(({ required }) => !required)
    .map(({ flag, prompt }) => ({ text: flag, note: prompt ?? '' })),
  ...generalFlags(flagsFor(command)),
]

/** The values of a general flag that was typed last; null where it is none with a choice. */
const flagValues = async (
  flag: string,
  words: readonly string[],
  namesOf: NamesOf,
): Promise<readonly Candidate[] | null> => {
  const name = nameOfFlag(flag)
  if (name === 'project') return namesOf('project')
  const command = phraseIn(tokensOf(lineOf(words)), headlessCommands)?.command
  if (!command || name === null || !flagsFor(command).includes(name)) return null
  if (name === 'output-format') return formatsFor(command.prints).map((text) => ({ text, note: '' }))
  const kind = listedKind(command)
  return name === 'columns' && kind
    ? (listColumns(kind) ?? []).map(({ path, head }) => ({ text: path, note: head }))
    : null
}

const generalFlags = (names: readonly FlagName[]): readonly Candidate[] =>
  names.flatMap((name) => {
    const { short, about } = flagNamed(name)
    return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((text) => ({ text, note: about }))
  })

/** How many arguments stand in their places already. */
const placesIn = (command: Command, rest: readonly string[]): number => {
  let places = 0
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? ''
    const flag = argumentsOf(command).find(({ flags }) => flags.includes(word))
    if (flag && shapeOf(flag).kind !== 'boolean') at += 1
    else if (!word.startsWith('--')) places += 1
  }
  return places
}

/** Names of entities as a line spells them. */
export const candidatesOf = (
  entities: readonly { readonly id: string; readonly name: string; readonly note?: string }[],
): readonly Candidate[] => {
  const counts = new Map<string, number>()
  for (const { name } of entities) counts.set(slugOf(name), (counts.get(slugOf(name)) ?? 0) + 1)
  return entities.map(({ id, name, note }) => {
    const slug = slugOf(name)
    return { text: slug !== '' && counts.get(slug) === 1 ? slug : id, note: note ?? name }
  })
}

const BASH = `# Completion of sonde for bash: eval "$(sonde completion bash)"
_sonde() {
  local current words
  # Names may hold colons, at which bash parts words.
  current="\${COMP_WORDS[COMP_CWORD]}"
  words=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" completion words -- "\${words[@]}" "$current" 2>/dev/null | cut -f1))
}
complete -o default -F _sonde sonde
`

const ZSH = `#compdef sonde
# Completion of sonde for zsh: eval "$(sonde completion zsh)"
_sonde() {
  local -a found
  local line name note
  while IFS=$'\\t' read -r name note; do
    found+=("\${name//:/\\\\:}:\${note}")
  done < <("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe 'sonde' found || _files
}
compdef _sonde sonde
`

const FISH = `# Completion of sonde for fish: sonde completion fish | source
function __sonde_words
    set -l done (commandline -opc)
    set -l last (commandline -ct)
    $done[1] completion words -- $done[2..-1] "$last" 2>/dev/null
end
complete -c sonde -f -a '(__sonde_words)'
`

/** The scripts that a shell completes lines with. */
export const COMPLETION_SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH }
