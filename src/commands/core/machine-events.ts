import type { AppEvent } from '../../../machines/app.ts'
import type { ConnectionEvent } from '../../../machines/connection.ts'
import type { ConsoleEvent } from '../../../machines/console.ts'
import type { DraftEvent } from '../../../machines/draft.ts'
import type { SignInEvent } from '../../../machines/identity/sign-in.ts'
import type { ListEvent } from '../../../machines/list.ts'
import type { NavigationEvent } from '../../../machines/navigation.ts'
import type { WizardEvent } from '../../../machines/onboarding/wizard-context.ts'
import type { PreferencesEvent } from '../../../machines/preferences.ts'
import type { ProjectSwitchEvent } from '../../../machines/projects/project-switch-context.ts'
import type { CacheEvent } from '../../../machines/resource/cache-events.ts'
import type { ToastsEvent } from '../../../machines/toasts.ts'
import type { UndoEvent } from '../../../machines/undo.ts'
import type { EndpointName, ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'

type Answer<Name extends EndpointName> = AnswerOf<ProductContract[Name]>

/** The forms in which a path through a machine is copied: data, a diagram, or a test that runs in a browser. */
export type PathFormat = 'json' | 'mermaid' | 'playwright' | 'gherkin'

/** Events that the debug screen handles: it alone knows the recorder. */
export type DebugEvent =
  | { readonly type: 'COPY' | 'PAUSE' | 'LIVE' | 'RESET_COVERAGE' | 'COPY_COVERAGE' }
  /** Looks at a recorded event: one by its number, or the next older or newer one. */
  | { readonly type: 'STEP'; readonly number: number }
  | { readonly type: 'MOVE'; readonly to: 'older' | 'newer' }
  /** Looks at a machine, by its name or id. */
  | { readonly type: 'LOOK'; readonly actor: string }
  | { readonly type: 'ZOOM'; readonly by: 'in' | 'out' }
  /** Without an actor, the machine that is looked at. */
  | { readonly type: 'COPY_CONTEXT' | 'COPY_MERMAID' | 'COPY_PATHS'; readonly actor?: string | undefined }
  | { readonly type: 'COPY_PATH'; readonly format: PathFormat }
  | { readonly type: 'COPY_PATH_TO'; readonly chart: string; readonly transition: string }
  | { readonly type: 'SEND'; readonly actor?: string | undefined; readonly event: string }

/** Events of the dialog that shows a new secret, once. With `sample`, a path of the API, it shows how the secret is used. */
export type SecretEvent =
  | {
      readonly type: 'SHOW'
      readonly title: string
      readonly secret: string
      readonly sample?: string
      readonly label?: string
      readonly note?: string
    }
  | { readonly type: 'CLOSE' | 'ASK' | 'KEEP' }

/** A step of getting started, as commands send it; its fields are changed by the form alone. */
export type WizardStepEvent = Exclude<WizardEvent, { readonly type: 'CHANGE' }>

/** Events that the screen that is shown handles, where it has a use for them. */
export type ScreenEvent =
  | WizardStepEvent
  | {
      readonly type:
        | 'RETRY'
        | 'CONNECT'
        | 'OLDER'
        | 'NEWER'
        | 'NEWEST'
        | 'PREVIOUS'
        | 'VERIFY'
        | 'FOCUS_SEARCH'
        | 'FOCUS_ROWS'
        | 'CHOOSE_PICTURE'
        | 'CHOOSE_FILE'
        | 'CANCEL_UPLOAD'
        | 'REPLAY'
        | 'STOP_REPLAY'
        | 'FROM_CURL'
        | 'CLOSE_CURL'
        | 'PRINT'
    }
  /** New keys for a command: recording them begins, the recorded ones are taken, are recorded again, or it ends. */
  | { readonly type: 'RECORD_KEYS'; readonly command: string }
  | { readonly type: 'TAKE_KEYS' | 'RECORD_AGAIN' | 'STOP_RECORDING' }
  /** A method of a second factor: to sign in with, or to set up. */
  | { readonly type: 'CHOOSE_METHOD'; readonly method: 'totp' | 'passkey' | 'recovery' }
  /** Opens the row under the cursor, where its kind has no screen of its own. */
  | { readonly type: 'OPEN'; readonly id: string }
  | { readonly type: 'EXPORT'; readonly format: 'csv' }
  | { readonly type: 'DOWNLOAD'; readonly format: 'png' | 'csv'; readonly chart: string | null }
  | { readonly type: 'MOVE_MAP'; readonly to: 'in' | 'out' | 'world' }
  | { readonly type: 'SHOW_ON_MAP'; readonly location: string }
  /** The answer to a link from a letter. */
  | {
      readonly type: 'ANSWERED'
      readonly answer:
        | Answer<'acknowledgement.confirm'>
        | Answer<'recipient.confirm'>
        | Answer<'unsubscribe.end'>
        | Answer<'unsubscribe.undo'>
    }
  /** The outcome of testing an OpenID provider. */
  | { readonly type: 'PROVIDER_TESTED'; readonly id: string; readonly tested: Answer<'identity-provider.test'> }
  /** Notifications were marked as read or unread; without `ids`, all of them. */
  | { readonly type: 'MARKED'; readonly ids?: readonly string[] | undefined; readonly read: boolean }

/** The machines that a command may speak to, each with its events. `list` and `draft` are those of the screen that is shown. */
export type MachineEvents = {
  readonly app: AppEvent
  readonly 'sign-in': SignInEvent
  readonly project: ProjectSwitchEvent
  readonly navigation: NavigationEvent
  readonly connection: ConnectionEvent
  readonly console: ConsoleEvent
  readonly preferences: PreferencesEvent
  readonly toasts: ToastsEvent
  readonly undo: UndoEvent
  readonly cache: CacheEvent
  readonly list: ListEvent
  readonly draft: DraftEvent
  readonly debug: DebugEvent
  readonly secret: SecretEvent
  readonly screen: ScreenEvent
}
export type MachineName = keyof MachineEvents
