import type { UndoContext, UndoStep } from '../../../machines/undo.ts'
import type { DENSITIES, LANDINGS } from '../../contract/accounts/appearance.ts'
import type { EndpointName, ProductContract } from '../../contract/contract.ts'
import type { CallOf } from '../../contract/core/client.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { Kind } from '../../contract/kinds.ts'
import type { Level } from '../../domain/core/access.ts'
import type { LinkArguments, RouteName } from '../routes.ts'
import type { RouteMatch } from './addresses.ts'
import type { MachineEvents, MachineName } from './machine-events.ts'
import type { OwnKeys } from './own-keys.ts'
import type { SearchCall } from './search-call.ts'

/** Kinds of things that an argument can name; their choices come from live data. */
export type EntityKind = Kind

/** One thing that can be named in a line: by its id, its slug, or its name in quotes. */
export type Entity = {
  readonly id: string
  readonly name: string
  /** Words beside the name in a choice, such as its last reading. */
  readonly note?: string
  readonly category?: string
  /** The whole address that it calls, where it calls one. */
  readonly address?: string
}

/** The thing that a command is about when none is named: the cursor's row (`isRow`), else the open object. */
export type Focus = { readonly kind: EntityKind; readonly id: string; readonly name: string; readonly isRow?: true }

export type Preferences = {
  readonly theme: 'system' | 'light' | 'dark'
  readonly density: (typeof DENSITIES)[number]
  readonly singleKeys: boolean
  /** An IANA name; null: the browser's own. */
  readonly timeZone: string | null
  /** The screen that sign-in leads to. */
  readonly landing: (typeof LANDINGS)[number]
  /** Ids of the projects that lists show first. */
  readonly favorites: readonly string[]
  readonly collapsed: boolean
  /** Keys of commands that the person has changed. */
  readonly keys: OwnKeys
}

/** Data that a command was asked for. `more`: there are further rows. `isWhole`: without them, a reader takes the rows for all. */
export type Shown =
  | { readonly form: 'rows'; readonly rows: readonly object[]; readonly more: boolean; readonly isWhole?: boolean }
  | { readonly form: 'one'; readonly one: unknown }

/**
 * The attention of the person: the address, whether a form has a draft, and the console, which is `busy` while it carries out a line, or
 * `several` lines. `opening` names the project that is being opened while the screen still shows another one.
 */
export type Presence = {
  readonly href: string
  readonly isDirty: boolean
  readonly console: 'closed' | 'open' | 'busy' | 'several'
  readonly opening: string | null
}

/**
 * The state and effects available to commands. It is created by the web app, so that a command depends neither on React
 * nor on the network.
 */
export type World = {
  readonly place: RouteMatch | null
  readonly signedIn: boolean
  readonly site: { readonly viewer: boolean; readonly admin: boolean }
  readonly project: { readonly id: string; readonly name: string; readonly level: Level } | null
  readonly focus: Focus | null
  readonly selection: { readonly kind: EntityKind; readonly ids: readonly string[] } | null
  readonly preferences: Preferences
  /** Whether the screen has a list, or a form with a draft. Absent where there is no screen. */
  hasOnScreen?(machine: 'list' | 'draft'): boolean
  /** Absent where there is no screen. */
  presence?(): Presence | undefined
  /**
   * Resolves once a line can run: nobody is asked about unsaved work, no project is being opened, no new secret is shown, and `open` returns
   * null, which is asked after each answer of the server. It also resolves where an answer fails or takes too long. Absent where names are
   * loaded before a line is read.
   */
  ready?(open: () => { readonly search: SearchCall | null } | null): Promise<void>
  /** What there is to choose from; empty while it is not loaded. Asking loads it. */
  entities(kind: EntityKind): readonly Entity[]
  /**
   * Of a kind that is not loaded as a whole: whether the server was asked for everything that is called so (`all`), has more than it answered
   * (`some`), or was not asked (null).
   */
  searched(kind: EntityKind, text: string): 'all' | 'some' | null
  /** What is held of a reading now, such as the rows of a list; undefined while there is nothing. Asks for nothing. */
  known<Name extends EndpointName>(
    operation: Name,
    input: CallOf<ProductContract[Name]>,
  ): AnswerOf<ProductContract[Name]> | undefined
  /** As `known`; loads what is not held. */
  read: World['known']
  go<Name extends RouteName>(name: Name, ...rest: LinkArguments<Name>): void
  /** Goes to an address of the app as it stands, such as the same list with another filter; to write there, to the first field of its form. */
  goTo(href: string, options?: { replace?: boolean; isToWrite?: boolean }): void
  /** Calls an endpoint; caches follow. Rejects with a `Failure` (a sentence, and the fields it is about). */
  call<Name extends EndpointName>(
    operation: Name,
    input: CallOf<ProductContract[Name]>,
  ): Promise<AnswerOf<ProductContract[Name]>>
  /** Reads again what is on the screen. */
  refresh(): void
  /** Shows a message: a completed action with the steps that undo it (none where it cannot be undone), or with a result category. */
  tell(
    text: string,
    options?: {
      undo?: readonly UndoStep[]
      category?: 'WARNING' | 'FAIL'
      /** The action left everything as it was: there is nothing to undo. */
      isUnchanged?: true
    },
  ): void
  /** The actions of this session in the open project that can be undone and redone, oldest first. Absent where there is no session. */
  undoable?(): UndoContext
  /** Hands over data that was asked for, where answers are printed instead of drawn. Absent in the web app. */
  show?(shown: Shown): void
  /** Hands over rows ahead of those that `show` ends their list with, so that a long one is printed while it is read. */
  showAhead?(rows: readonly object[]): void
  /** Sends an event to the machine of that name, if it lives. */
  send<Name extends MachineName>(machine: Name, event: MachineEvents[Name]): void
  /** Unix ms. */
  now(): number
  /** Leaves the app for another address, such as that of the identity provider. */
  leave(href: string): void
  /** A text that nothing else is called by. */
  newId(): string
  copy(text: string): Promise<void>
  download(name: string, type: string, content: string | ArrayBuffer): void
}

/** A world with some effects of its own. Its readings stay those of the moment. */
export const worldWith = (world: World, own: Partial<World>): World => Object.assign(Object.create(world), own)
