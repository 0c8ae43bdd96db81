import type { Example } from '../chart/example.ts'
import { authorization } from './authorization.ts'
import { judging } from './conditions.ts'
import { newFactor, secondStep } from './factors.ts'
import { alert, consoleOfCommands, draft, list, toasts } from './person.ts'
import { app, projectSwitch } from './projects.ts'
import { replay } from './replay.ts'
import { cache, liveStream, resource, run, save } from './resources.ts'
import { connection, lazyScreen, navigation, poll, preferences, signIn } from './session.ts'
import { tokenWizard } from './token-wizard.ts'
import { wizard } from './wizard.ts'

/** All charts of the product by id, with examples that cover all of their transitions. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  alert,
  app,
  authorization,
  cache,
  connection,
  console: consoleOfCommands,
  draft,
  judging,
  lazyScreen,
  list,
  live: liveStream,
  navigation,
  newFactor,
  poll,
  preferences,
  projectSwitch,
  replay,
  resource,
  run,
  save,
  secondStep,
  signIn,
  toasts,
  tokenWizard,
  wizard,
}
