import type { Example } from '../chart/example.ts'
import { attempt } from './attempt.ts'
import { authorization } from './authorization.ts'
import { callback } from './callback.ts'
import { commanding } from './commanding.ts'
import { judging } from './conditions.ts'
import { newFactor, secondStep } from './factors.ts'
import { form } from './forms.ts'
import { keyRecording } from './keys.ts'
import { lastDays } from './last-days.ts'
import { older } from './older.ts'
import { alert, consoleOfCommands, draft, list, search, toasts, undo } from './person.ts'
import { app, projectSwitch } from './projects.ts'
import { replay } from './replay.ts'
import { cache, liveStream, resource, run, save } from './resources.ts'
import { connection, lazyScreen, navigation, poll, preferences, signIn } from './session.ts'
import { tokenWizard } from './token-wizard.ts'
import { trialOfForm } from './trial.ts'
import { upload } from './upload.ts'
import { wizard } from './wizard.ts'

/** All charts of the product by id, with examples that cover all of their transitions. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  alert,
  app,
  attempt,
  authorization,
  cache,
  callback,
  commanding,
  connection,
  console: consoleOfCommands,
  draft,
  form,
  judging,
  keyRecording,
  lastDays,
  lazyScreen,
  list,
  live: liveStream,
  navigation,
  newFactor,
  older,
  poll,
  preferences,
  projectSwitch,
  replay,
  resource,
  run,
  save,
  search,
  secondStep,
  signIn,
  toasts,
  tokenWizard,
  trial: trialOfForm,
  undo,
  upload,
  wizard,
}
