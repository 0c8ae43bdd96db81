import type { Shape } from '../../contract/core/endpoint.ts'
import type { statusComponent } from '../../contract/status/status-page.ts'
import { type Problem, problem } from '../core/problem.ts'
import { tagProblems } from '../core/tag-rules.ts'
import { isSlug, MOST_SLUG } from './slug.ts'

/** Each component costs a query when the page is put together. */
export const MOST_COMPONENTS = 50
const MOST_MONITORS = 100

type Settings = {
  readonly slug: string
  readonly title: string
  readonly home_url?: string | null | undefined
  readonly components: readonly Shape<typeof statusComponent>[]
}

const isWebAddress = (text: string): boolean => {
  try {
    return /^https?:$/.test(new URL(text).protocol)
  } catch {
    return false
  }
}

const nameOf = ({ group = '', name }: Shape<typeof statusComponent>): string =>
  JSON.stringify([group.trim().toLowerCase(), name.trim().toLowerCase()])

/** Field errors of a status page. */
export const statusPageProblems = ({ slug, title, home_url, components }: Settings): Problem[] => {
  const problems: Problem[] = []
  if (slug === '') problems.push(problem('slug', 'required', 'must not be empty.'))
  else if (!isSlug(slug))
    problems.push(
      problem(
        'slug',
        'invalid',
        `must be lower-case letters, digits and single dashes between them, such as shop-api, and at most ${MOST_SLUG} characters.`,
      ),
    )
  if (title.trim() === '') problems.push(problem('title', 'required', 'must not be empty.'))
  if (home_url && !isWebAddress(home_url))
    problems.push(problem('home_url', 'invalid', 'must be an address such as https://example.com.'))
  if (components.length > MOST_COMPONENTS)
    problems.push(problem('components', 'length', `must have at most ${MOST_COMPONENTS} components.`))
  const names = components.map(nameOf)
  for (const [index, component] of components.slice(0, MOST_COMPONENTS).entries()) {
    const { name, monitors = [], tags = [] } = component
    const at = `components[${index}]`
    const earlier = names.indexOf(names[index] ?? '')
    if (name.trim() === '') problems.push(problem(`${at}.name`, 'required', 'must not be empty.'))
    else if (earlier < index)
      problems.push(
        problem(`${at}.name`, 'duplicate', `must differ from the name of component ${earlier + 1} in the same group.`),
      )
    if (monitors.length + tags.length === 0)
      problems.push(problem(`${at}.monitors`, 'required', 'must name a monitor, or tags a tag of monitors.'))
    if (monitors.length > MOST_MONITORS)
      problems.push(problem(`${at}.monitors`, 'length', `must name at most ${MOST_MONITORS} monitors.`))
    for (const one of tagProblems(`${at}.tags`, tags)) problems.push(one)
  }
  return problems
}
