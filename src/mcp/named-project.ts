import { CallError } from '../../machines/resource/failure.ts'
import { closestTo } from '../commands/core/line/closest.ts'
import { named } from '../commands/core/naming.ts'
import { type Headless, type HeadlessOptions, openHeadless } from '../commands/headless/headless.ts'
import type { Level } from '../domain/core/access.ts'

type Project = { readonly id: string; readonly name: string }
type Entered = Project & { readonly level: Level }

const MOST_LISTED = 10

const listed = (projects: readonly Project[]): string =>
  projects
    .slice(0, MOST_LISTED)
    .map(({ id, name }) => `${JSON.stringify(name)} (${id})`)
    .join(', ')

const chosen = (mine: readonly Entered[], wanted: string): Entered | { readonly problem: string } => {
  const [found, ...others] = named(wanted, mine)
  const entered = mine.find(({ id }) => id === found?.id)
  if (entered && others.length === 0) return entered
  const text = JSON.stringify(wanted.slice(0, 200))
  if (found) {
    const several = `${others.length + 1} projects are called ${text}.`
    return { problem: `${several} Name one by its id: ${listed([found, ...others])}.` }
  }
  const names = mine.map(({ name }) => name)
  const near = closestTo(wanted, names)
  const right = near.length > 0 ? mine.filter(({ name }) => near.includes(name)) : mine
  const refusal = `No project that this connection may enter is called ${text}.`
  return { problem: right.length === 0 ? refusal : `${refusal} It may enter ${listed(right)}.` }
}

/** The sentence for a call that names no project, where the connection enters several and none is the default of the account. */
export const chooseSentence = (projects: readonly { readonly project: Project }[]): string =>
  projects.length === 0
    ? 'There is no project that this connection may enter.'
    : `Name the project in the argument project, by name or id: ${listed(projects.map(({ project }) => project))}.`

/**
 * Whether a text names the one project of a connection, by its id, its name or its slug. What another project is called more exactly is not
 * its own.
 */
export const namesOwn = (text: unknown, { project, session }: Pick<Headless, 'project' | 'session'>): boolean => {
  const mine = session.projects.map((each) => each.project)
  return typeof text === 'string' && named(text, mine).some(({ id }) => id === project?.id)
}

/** The project that an address names with the caller's level there, or a sentence that says why it is none, and which would be right. */
export const namedProject = async (
  options: Omit<HeadlessOptions, 'project'>,
  wanted: string,
): Promise<Entered | { readonly problem: string }> => {
  try {
    const { session } = await openHeadless({ ...options, project: null })
    return chosen(
      session.projects.map(({ project, access_level }) => ({
        id: project.id,
        name: project.name,
        level: access_level,
      })),
      wanted,
    )
  } catch (error) {
    // The list itself was refused, such as by a limit or by a rule of an organization.
    if (error instanceof CallError) return { problem: error.message }
    throw error
  }
}
