/** A prepared question that a person can pick in a client. */
type Prompt = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[]
  readonly text: (given: Readonly<Record<string, string>>) => string
}

const monitor = { name: 'monitor', description: 'The monitor, by its name or id.', required: true }
const inProject = ({ project }: Readonly<Record<string, string>>): string =>
  project ? ` Pass project: ${JSON.stringify(project)} to each tool.` : ''
const project = { name: 'project', description: 'The project, if not the default one.', required: false }

const all: readonly Prompt[] = [
  {
    name: 'why-does-it-fail',
    title: 'Why does this monitor fail?',
    description: 'Looks at the failed results of a monitor and says what is wrong.',
    arguments: [monitor, project],
    text: (given) =>
      `Find out why the monitor ${JSON.stringify(given.monitor ?? '')} fails. List its last results, show the newest failed one and its content, compare it with the last one that passed, and look whether other monitors or locations fail at the same time. Say what is wrong, since when, where, how sure you are, and what you would check next. Change nothing.${inProject(given)}`,
  },
  {
    name: 'what-is-wrong-now',
    title: 'What is wrong now?',
    description: 'Sums up failing monitors, open alerts and incidents of a project.',
    arguments: [project],
    text: (given) =>
      `Sum up the state of the project: failing and slow monitors, open alerts, open incidents, locations that are offline. Begin with what matters most, name monitors by their names, and give times. Change nothing.${inProject(given)}`,
  },
  {
    name: 'write-incident-update',
    title: 'Write an update of an incident',
    description: 'Drafts a public update from what happened since the last one.',
    arguments: [{ name: 'incident', description: 'The incident, by its name or id.', required: true }, project],
    text: (given) =>
      `Draft an update of the incident ${JSON.stringify(given.incident ?? '')} for its readers: read its timeline and the results of its monitors since the last update. Say what works again, what does not, and what is being done, in at most four sentences without internal names. Show me the draft, and post it only when I agree.${inProject(given)}`,
  },
]

/** The prompts without their texts. */
export const listPrompts = () => all.map(({ text: _, ...prompt }) => prompt)

/** The message of a prompt, or a sentence that says why it has none. */
export const promptText = (
  name: string,
  given: Readonly<Record<string, string>>,
): { readonly text: string } | { readonly problem: string } => {
  const prompt = all.find((each) => each.name === name)
  if (!prompt) return { problem: 'There is no prompt of that name.' }
  const missing = prompt.arguments.find((each) => each.required && !given[each.name]?.trim())
  return missing ? { problem: `${missing.name} is missing. ${missing.description}` } : { text: prompt.text(given) }
}
