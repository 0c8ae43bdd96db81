import { replacePlaceholders } from '../../domain/core/placeholders.ts'

/** Syntax error of a JSON text: the parser's name, message and position (from 1; null if the parser gives none). */
export type JsonProblem = {
  readonly name: string
  readonly message: string
  readonly line: number | null
  readonly column: number | null
}

/** Null for JSON. A placeholder may stand for a whole value or for a part of a text; in its place digits of its length are read, so that places stay. */
export const jsonProblem = (text: string): JsonProblem | null => {
  const example = replacePlaceholders(text, ({ whole }) => '1'.repeat(whole.length))
  try {
    JSON.parse(example)
    return null
  } catch (error) {
    if (!(error instanceof Error)) return { name: 'Error', message: 'it does not parse', line: null, column: null }
    return { name: error.name, ...placed(error.message, example) }
  }
}

const placed = (said: string, text: string): Omit<JsonProblem, 'name'> => {
  const [, at] = /\bposition (\d+)/.exec(said) ?? []
  const message = said.replace(/ in JSON.*$| at (?:position|line).*$|, ".*" is not valid JSON$/s, '')
  if (at === undefined && !/end of (?:JSON input|data)/.test(said)) return { message, line: null, column: null }
  const before = text.slice(0, at === undefined ? text.length : Number(at)).split('\n')
  return { message, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** The problem as one line below its field: "SyntaxError: Expected ',' or '}' after property value (line 3, column 22)". */
export const jsonSentence = ({ name, message, line, column }: JsonProblem): string =>
  `${name}: ${message}${line === null ? '' : ` (line ${line}, column ${column})`}`
