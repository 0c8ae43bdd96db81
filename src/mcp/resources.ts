import type { Headless } from '../commands/headless/headless.ts'
import type { ToolAnswer } from './answer.ts'
import { namesOwn } from './named-project.ts'

type Values = Readonly<Record<string, unknown>>

/** What is read often, at an address. Each is the answer of a tool, with the same rights. */
type Kind = {
  /** The address, with variables in braces. */
  readonly address: string
  readonly title: string
  readonly description: string
  readonly tool: string
  readonly given: (variables: Readonly<Record<string, string>>) => Values
}

const MOST_ROWS = 200
/** Further projects are read by their ids. */
const MOST_PROJECTS = 50

const kinds: readonly Kind[] = [
  {
    address: 'sonde://projects',
    title: 'Projects',
    description: 'The projects that this connection can enter.',
    tool: 'list_project',
    given: () => ({ limit: MOST_ROWS }),
  },
  {
    address: 'sonde://project/{project}/monitors',
    title: 'Monitors',
    description: 'The monitors of a project with their latest results.',
    tool: 'list_monitor',
    given: () => ({ limit: MOST_ROWS }),
  },
  {
    address: 'sonde://project/{project}/incidents',
    title: 'Open incidents',
    description: 'The incidents of a project that are not resolved.',
    tool: 'list_incident',
    given: () => ({ state: 'open', limit: MOST_ROWS }),
  },
  {
    address: 'sonde://project/{project}/monitor/{monitor}',
    title: 'Monitor',
    description: 'A monitor with its request and settings.',
    tool: 'show_monitor',
    given: ({ monitor }) => ({ monitor }),
  },
  {
    address: 'sonde://project/{project}/result/{result}',
    title: 'Result',
    description: 'A result of a monitor: its outcome and timings, and the conditions that were not met.',
    tool: 'show_result',
    given: ({ result }) => ({ result }),
  },
]

/** A resource as the protocol lists it. */
export type Resource = {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
}

/** Addresses with variables in them. */
export const resourceTemplates = kinds
  .filter(({ address }) => address.includes('{'))
  .map(({ address, title, description }) => ({ uriTemplate: address, name: title.toLowerCase(), title, description }))

const variablesIn = (address: string, uri: string): Record<string, string> | null => {
  const names = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const found = new RegExp(`^${address.replace(/\{\w+\}/g, '([^/?#]+)')}$`).exec(uri)
  if (!found) return null
  try {
    return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? '')]))
  } catch {
    return null
  }
}

export type Resources = {
  /** The resources that have no variable but the project. */
  list(): Promise<readonly Resource[]>
  /** What is at an address, or a sentence that says why nothing is; null where there is no such address. */
  read(uri: string): Promise<{ readonly text: string } | { readonly problem: string } | null>
}

type Options = {
  readonly use: (name: string, given: Values) => Promise<ToolAnswer | null>
  readonly open: () => Promise<Headless>
  /** Whether the connection is for several projects. */
  readonly hasProjects: boolean
}

export const openResources = ({ use, open, hasProjects }: Options): Resources => {
  const projects = async (): Promise<readonly { id: string; name: string }[]> => {
    const { project, session } = await open()
    if (!hasProjects) return project ? [project] : []
    return session.projects.slice(0, MOST_PROJECTS).map((each) => each.project)
  }

  return {
    async list() {
      const mine = await projects()
      return kinds.flatMap(({ address, title, description }) => {
        if (!address.includes('{')) return [{ uri: address, name: title.toLowerCase(), title, description }]
        if (address.replace('{project}', '').includes('{')) return []
        return mine.map(({ id, name }) => ({
          uri: address.replace('{project}', encodeURIComponent(id)),
          name: `${title.toLowerCase()} of ${name}`,
          title: `${title} of ${name}`,
          description,
        }))
      })
    },

    async read(uri) {
      for (const { address, tool, given } of kinds) {
        const variables = variablesIn(address, uri)
        if (!variables) continue
        const { project } = variables
        if (project !== undefined && !hasProjects && !namesOwn(project, await open()))
          return { problem: 'This connection is for another project.' }
        const answer = await use(tool, {
          ...given(variables),
          ...(project !== undefined && hasProjects && { project }),
        })
        if (!answer) return null
        if (answer.isError) return { problem: answer.content[0]?.text ?? 'It could not be read.' }
        return { text: JSON.stringify(answer.parts) }
      }
      return null
    },
  }
}
