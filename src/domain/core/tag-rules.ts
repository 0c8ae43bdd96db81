import { type Problem, problem } from './problem.ts'

const MOST_TAGS = 50
const LONGEST_TAG = 200

/** What is wrong with the tags at `field`: each is trimmed, without a comma, 1 to 200 characters, and there once. */
export const tagProblems = (field: string, tags: readonly string[]): Problem[] => {
  if (tags.length > MOST_TAGS) return [problem(field, 'length', `must hold ${MOST_TAGS} tags at most.`)]
  const problems: Problem[] = []
  for (const [index, tag] of tags.entries()) {
    const at = `${field}[${index}]`
    if (tag.trim() === '') problems.push(problem(at, 'required', 'must not be empty.'))
    else if (tag !== tag.trim()) problems.push(problem(at, 'invalid', 'must not begin or end with a space.'))
    else if (tag.includes(',')) problems.push(problem(at, 'invalid', 'must not hold a comma.'))
    else if (tag.length > LONGEST_TAG)
      problems.push(problem(at, 'length', `must be ${LONGEST_TAG} characters at most.`))
    else if (tags.indexOf(tag) < index) problems.push(problem(at, 'duplicate', 'must differ from the tags before it.'))
  }
  return problems
}
