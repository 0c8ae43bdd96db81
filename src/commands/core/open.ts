import { routeRows } from '../areas.ts'
import type { RouteName } from '../routes.ts'
import { addressOf } from './addresses.ts'
import { type Command, command } from './command.ts'
import type { RouteSpec } from './route.ts'
import { iconOf, variablesOf } from './route-tree.ts'

const table: Readonly<Record<RouteName, RouteSpec>> = routeRows

// The keys of the table are its routes; Object.keys cannot know it.
const names = Object.keys(routeRows) as readonly RouteName[]

/** A command for every screen that has words: `open monitors`, `open monitor-latency <monitor>`. */
export const openCommands: readonly Command[] = names.flatMap((name) => {
  const { title, flags = [], words = name, aliases = [], keys, keysFor, beforeSignIn } = table[name]
  if (words === null) return []
  const variables = variablesOf(name).map(({ variable, kind }) => ({ variable, kind, argument: kind ?? variable }))
  const base = command({
    id: `open.${name}`,
    words: `open ${words}`,
    aliases: aliases.map((alias) => `open ${alias}`),
    title,
    icon: iconOf(name),
    args: {},
    ...(keys && { keys }),
    ...(keysFor && { keysFor }),
    publicToo: flags.includes('noAuthOk'),
    when: (world) =>
      !(beforeSignIn && world.signedIn) &&
      (flags.includes('noProjectOk') || world.project !== null) &&
      (!flags.includes('siteAdminOnly') || world.site.admin),
    run() {},
  })
  return {
    ...base,
    args: Object.fromEntries(variables.map(({ argument }) => [argument, 'string > 0'])),
    of: Object.fromEntries(variables.map(({ argument, kind }) => [argument, kind ?? undefined])),
    run: (args, world) =>
      world.goTo(
        addressOf(
          name,
          Object.fromEntries(variables.map(({ variable, argument }) => [variable, String(args[argument])])),
        ),
      ),
  }
})
