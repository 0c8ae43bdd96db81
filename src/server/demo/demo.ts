import type { Configuration } from '../configuration.ts'
import { StartProblem } from '../start-problem.ts'
import type { Database, Db } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { removeProject } from '../store/projects/project-removal.ts'
import { fillDemo } from './fill.ts'
import { auditDemo } from './note.ts'
import { DEMO_HELP, DEMO_NAME, type DemoOptions, readDemoOptions } from './options.ts'
import { progressOn } from './progress.ts'

type OpenStore = { database: Database; sealing: SecretCipher; close(): Promise<void> }

export type DemoIo = {
  readonly words: readonly string[]
  readonly configuration: () => Configuration
  /** Opens the store, also while a server runs on it. */
  readonly open: (configuration: Configuration) => Promise<OpenStore>
  readonly screen: { readonly isTTY?: boolean | undefined; write(text: string): unknown }
  readonly clock: () => number
}

const DAY_SECONDS = 86_400

/** Returns the first site admin and the first organization that they administer. */
const ownerIn = async (db: Db): Promise<{ accountId: string; orgId: string | null }> => {
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('blocked', 'is', null)
    .orderBy('site_permission', (order) => order.asc().nullsLast())
    .orderBy('created')
    .executeTakeFirst()
  if (!account)
    throw new StartProblem(
      'This installation is not set up yet: start it, open the link that it prints, then create the demo.',
    )
  const member = await db
    .selectFrom('organization_member')
    .select('org_id')
    .where('account_id', '=', account.id)
    .where('role_id', '=', 'ADMIN')
    .orderBy('org_id')
    .executeTakeFirst()
  return { accountId: account.id, orgId: member?.org_id ?? null }
}

/** Finds projects with this name; demos are those tagged `demo`. */
const demosCalled = async (db: Db, name: string) => {
  const rows = await db
    .selectFrom('project')
    .select(['key', 'id', 'org_id', 'name', 'doc'])
    .where('name', '=', name)
    .where('removed', 'is', null)
    .execute()
  return { all: rows, demos: rows.filter(({ doc }) => (doc as { tags?: string[] }).tags?.includes('demo')) }
}

/** Returns whether there is a project with the demo's usual name. */
export const hasDemo = async (db: Db): Promise<boolean> => (await demosCalled(db, DEMO_NAME)).all.length > 0

const remove = async (
  { database: { db }, sealing }: OpenStore,
  { projectName }: DemoOptions,
  now: number,
): Promise<string> => {
  const { demos } = await demosCalled(db, projectName)
  if (demos.length === 0) throw new StartProblem(`There is no demo named ${projectName}.`)
  for (const project of demos)
    await db.transaction().execute(async (tx) => {
      await removeProject(tx, project.key, now)
      await auditDemo(tx, sealing, { action: 'project.delete', project, now })
    })
  return `${projectName} was removed; its remaining data is deleted while the server runs.`
}

const fill = async (
  { database, sealing }: OpenStore,
  options: DemoOptions,
  { screen, clock }: DemoIo,
): Promise<string> => {
  const { all } = await demosCalled(database.db, options.projectName)
  if (all.length > 0)
    throw new StartProblem(
      `A project named ${options.projectName} already exists: choose another name with --project, or remove a demo with --remove.`,
    )
  const owner = await ownerIn(database.db)
  const about = (options.monitors * options.places * options.days * DAY_SECONDS) / options.everySeconds
  screen.write(
    `${options.projectName}: ${options.monitors} monitors, ${options.places} simulated locations, ${options.days} days, about ${Math.round(about).toLocaleString('en')} results\n`,
  )
  const progress = progressOn(screen, 'results', clock)
  const { results } = await fillDemo(database, sealing, { ...options, ...owner, now: clock() }, progress.show)
  const seconds = progress.end() / 1000
  return `${results.toLocaleString('en')} results in ${seconds.toFixed(1)} s, ${Math.round(results / seconds).toLocaleString('en')} per second. Open the project ${options.projectName}.`
}

/** `npm run demo`: creates a project with a generated history, or removes it. */
export const runDemo = async (io: DemoIo): Promise<void> => {
  const options = readDemoOptions(io.words)
  if (!options) {
    io.screen.write(DEMO_HELP)
    return
  }
  const store = await io.open(io.configuration())
  try {
    const said = options.isRemoval ? await remove(store, options, io.clock()) : await fill(store, options, io)
    io.screen.write(`${said}\n`)
  } finally {
    await store.close()
  }
}
