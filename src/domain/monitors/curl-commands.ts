import { cmdCommands } from '../core/cmd-words.ts'
import type { CommandInput, CommandLine, CommandLines } from '../core/command-lines.ts'
import { type PowershellCommand, powershellScript } from '../core/powershell.ts'
import { textOf } from '../core/powershell-values.ts'
import { shellCommands } from '../core/shell-words.ts'
import { curlWordsOf, isWebRequest } from './web-request.ts'

/** The first curl command of a script: its arguments, its standard input, and what is said of the script around it. */
export type CurlCommand =
  | { readonly words: readonly string[]; readonly input: CommandInput | null; readonly notes: readonly string[] }
  | { readonly problem: string }

type Shell = 'bash' | 'cmd' | 'powershell'

/** The prompt before a command that was copied with it. */
const PROMPT = /^\s*(?:[\w.-]{1,64}@[\w.-]{1,64}[^$#%\n]{0,200}[$#%]\s+|[$%>]\s+|!\s*)(?=\S)/
const WINDOWS_PROMPT = /^\s*(PS )?[A-Za-z]:\\[^>\n]{0,260}>\s*/

const POWERSHELL =
  /^\s*(?:(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b|(?:curl|wget)\s+-(?:Uri|Headers|Method|Body|UseBasicParsing)\b|\$\w[\w:]*(?:\.\w+)*\s*(?:=|\(|\[)|@["']\s*\n)/i
/** The first continued line tells the shell. */
const CONTINUED = /[\s"'^]([\\^`])(?:[ \t]*\r?\n|[ \t]+-{1,2}\w)/
/** A quote that cmd.exe passes on, or quotes doubled as in older copies. */
const CMD_QUOTES = /(?:^|\s)(?:-\S+\s+)?\^"|""\w+""\s*:/

/** Tells the shell that a script is written for. */
const shellOf = (script: string, isPowershellPrompt: boolean): Shell => {
  if (isPowershellPrompt || POWERSHELL.test(script)) return 'powershell'
  const mark = CONTINUED.exec(script)?.[1]
  if (mark !== undefined) return { '\\': 'bash', '^': 'cmd', '`': 'powershell' }[mark] as Shell
  if (CMD_QUOTES.test(script)) return 'cmd'
  if (/^\s*curl\.exe\b/i.test(script)) return /'|`"/.test(script) ? 'powershell' : 'cmd'
  return 'bash'
}

/** Finds the first curl command of a script for bash, cmd.exe or PowerShell. */
export const curlCommandOf = (script: string): CurlCommand => {
  const windows = WINDOWS_PROMPT.exec(script.slice(0, 400))
  const prompt = windows ?? PROMPT.exec(script.slice(0, 400))
  const bare = prompt ? script.slice(prompt[0].length) : script
  const shell = windows && !windows[1] ? 'cmd' : shellOf(bare, windows !== null)
  if (shell === 'powershell') return ofPowershell(bare)
  const read = shell === 'cmd' ? cmdCommands(bare) : shellCommands(bare)
  return 'problem' in read ? read : chosen(read)
}

/** Whether a text that was pasted where an address belongs is a curl command, or one that `curlCommandOf` reads like it. */
export const looksLikeCurl = (text: string): boolean =>
  !/^\s*(?:https?:|[\w.-]+\.[a-z]{2,}\/)/i.test(text.slice(0, 400)) &&
  /(?:^|[\s;|&!(>])(?:curl(?:\.exe)?\s+\S|(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\s+\S)/i.test(text)

const NO_CURL = { problem: 'The text must be a curl command that starts with “curl”.' } as const

const isCurl = (word: string): boolean => /^(?:.*[/\\])?curl(?:\.exe)?$/is.test(word)
const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s
/** Words that may stand before the name of a program. */
const BEFORE = /^(?:[$%>#!]|sudo|time|command|exec|env|nohup|winpty|export|then|do|if)$/

/** Index of the word `curl` that a command begins with, after prompts, assignments and words such as `sudo`; -1 for another command. */
const curlIn = ({ words }: CommandLine): number => {
  for (const [index, word] of words.slice(0, 20).entries()) {
    if (isCurl(word)) return index
    if (!BEFORE.test(word) && !ASSIGNMENT.test(word)) return -1
  }
  return -1
}

const chosen = ({
  commands,
  variables,
  substitutions,
  notes,
}: Extract<CommandLines, { commands: unknown }>): CurlCommand => {
  const index = commands.findIndex((command) => curlIn(command) >= 0)
  const command = commands[index]
  if (!command) return NO_CURL
  const values = assignedIn(commands.slice(0, index + 1), substitutions.length > 0)
  const filled = (text: string): string =>
    text.includes('{{ ') ? text.replace(/\{\{ (\w+) \}\}/g, (whole, name: string) => values.get(name) ?? whole) : text
  const words = command.words.slice(curlIn(command) + 1).map(filled)
  const input = command.input && 'text' in command.input ? { text: filled(command.input.text) } : command.input
  const others = commands.filter((other, at) => other !== command && !isHelper(other, at === index - 1))
  return {
    words,
    input,
    notes: [
      ...notes,
      ...aboutSubstitutions(substitutions, words, input),
      ...aboutOthers(others),
      ...aboutVariables(variables, words, input),
    ],
  }
}

/** Values that a script gives its variables before the command, unless the shell would have to find them. */
const assignedIn = (commands: readonly CommandLine[], isSubstituted: boolean): ReadonlyMap<string, string> =>
  new Map(
    commands.flatMap(({ words }) => {
      const pairs: [string, string][] = []
      for (const word of words) {
        const [, name, value] = ASSIGNMENT.exec(word) ?? []
        if (name !== undefined && value !== undefined) {
          if (!isSubstituted || !/[$`]/.test(value)) pairs.push([name, value])
        } else if (!BEFORE.test(word)) break
      }
      return pairs
    }),
  )

/** Commands that only prepare the request: assignments, and the one that writes its standard input. */
const isHelper = ({ words }: CommandLine, isBefore: boolean): boolean =>
  words.every((word) => ASSIGNMENT.test(word) || BEFORE.test(word)) ||
  (isBefore && /^(?:cat|echo|printf|base64)$/.test(words[0] ?? ''))

const aboutOthers = (others: readonly CommandLine[]): string[] => {
  const names = [
    ...new Set(
      others.map((other) => (curlIn(other) >= 0 ? 'another curl command' : (other.words[0] ?? '').slice(0, 40))),
    ),
  ]
  return names.length === 0 ? [] : [`Only the first curl command is used. Left out: ${names.slice(0, 5).join(', ')}.`]
}

const textsOf = (words: readonly string[], input: CommandInput | null): string[] => [
  ...words,
  ...(input && 'text' in input ? [input.text] : []),
]

const aboutSubstitutions = (
  substitutions: readonly string[],
  words: readonly string[],
  input: CommandInput | null,
): string[] => {
  const texts = textsOf(words, input).filter((text) => /[$`<>]/.test(text))
  return substitutions
    .slice(0, 100)
    .filter((one) => texts.some((text) => text.includes(one)))
    .slice(0, 5)
    .map((one) => `The shell would fill in ${one.slice(0, 60)}: it is sent as it stands.`)
}

const aboutVariables = (
  variables: readonly string[],
  words: readonly string[],
  input: CommandInput | null,
): string[] => {
  const texts = textsOf(words, input).filter((text) => text.includes('{{ '))
  const used = variables.slice(0, 100).filter((name) => texts.some((text) => text.includes(`{{ ${name} }}`)))
  if (used.length === 0) return []
  const names = used.slice(0, 10).join(', ')
  return [
    used.length === 1
      ? `${names} was a variable of the shell: give it a value under Variables.`
      : `These were variables of the shell: ${names}. Give them values under Variables.`,
  ]
}

const ofPowershell = (script: string): CurlCommand => {
  const read = powershellScript(script)
  if ('problem' in read) return read
  const { commands, variables } = read
  const index = commands.findIndex((command) => isWebRequest(command) || isCurl(command.name))
  const command = commands[index]
  if (!command) return NO_CURL
  const { words, notes } = isWebRequest(command)
    ? curlWordsOf(command.arguments)
    : { words: ['curl', ...nativeWords(command)], notes: [] }
  const input = command.input === undefined ? null : { text: `${textOf(command.input)}\n` }
  const others = commands
    .filter((other) => other !== command)
    .map((other) => ({ words: [isWebRequest(other) ? 'curl' : other.name], input: null }))
  const given = words.slice(1)
  // Expressions in quotes stay as they are written.
  const substitutions = textsOf(given, input).flatMap((text) => text.match(EXPRESSION) ?? [])
  return {
    words: given,
    input,
    notes: [
      ...notes,
      ...aboutSubstitutions([...new Set(substitutions)], given, input),
      ...aboutOthers(others),
      ...aboutVariables(variables, given, input),
    ],
  }
}

/** An expression within a text of PowerShell. */
const EXPRESSION = /\$\((?:[^()]|\([^()]{0,100}\)){1,200}\)/g

/** The arguments of a program. Windows PowerShell needs `\"` for a quote within one; where each quote has it, it is meant so. */
const nativeWords = ({ arguments: given }: PowershellCommand): string[] =>
  given.map((one) => {
    const word = 'parameter' in one ? one.parameter : textOf(one.value)
    return word.includes('"') && !/(?:^|[^\\])"/.test(word) ? word.replaceAll('\\"', '"') : word
  })
