import { type Problem, problem } from './problem.ts'

const MAX_TAGS = 50
const MAX_TAG_LENGTH = 200

/** Prefix of reserved tags: settings that are stored as tags, which screens show as controls. */
const RESERVED_PREFIX = 'sys:'

/** Whether a tag is a setting that is stored as a tag, such as `sys:timeout:30`. */
export const isReservedTag = (tag: string): boolean => tag.startsWith(RESERVED_PREFIX)

/** Tags that people gave: without reserved ones. */
export const ownTags = (tags: readonly string[]): string[] => tags.filter((tag) => !isReservedTag(tag))

/** Field errors of tags that a person typed: reserved ones are set by fields of their own. */
export const typedTagProblems = (field: string, tags: readonly string[]): Problem[] =>
  tags.some(isReservedTag)
    ? [
        problem(
          field,
          'forbidden',
          `must not start with “${RESERVED_PREFIX}”: such tags are settings with fields of their own.`,
        ),
      ]
    : []

/** Field errors of the tags at `field`: each has 1 to 200 characters, no comma, no surrounding spaces, and is unique. */
export const tagProblems = (field: string, tags: readonly string[]): Problem[] => {
  if (tags.length > MAX_TAGS) return [problem(field, 'length', `must have at most ${MAX_TAGS} tags.`)]
  const problems: Problem[] = []
  for (const [index, tag] of tags.entries()) {
    const at = `${field}[${index}]`
    if (tag.trim() === '') problems.push(problem(at, 'required', 'must not be empty.'))
    else if (tag !== tag.trim()) problems.push(problem(at, 'invalid', 'must not start or end with a space.'))
    else if (tag.includes(',')) problems.push(problem(at, 'invalid', 'must not contain a comma.'))
    else if (tag.length > MAX_TAG_LENGTH)
      problems.push(problem(at, 'length', `must have at most ${MAX_TAG_LENGTH} characters.`))
    else if (tags.indexOf(tag) < index) problems.push(problem(at, 'duplicate', 'must not repeat an earlier tag.'))
  }
  return problems
}
