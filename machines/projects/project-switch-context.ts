import type { ProductContract } from '../../src/contract/contract.ts'
import type { AnswerOf } from '../../src/contract/core/endpoint.ts'
import type { Demand } from './demand.ts'
import type { AccessRecord, Account, Organization } from './project-choice.ts'

export type ProjectList = AnswerOf<ProductContract['project.list']>
export type Quota = AnswerOf<ProductContract['quota.read']>

/** `next` is the id of the project to switch to; `opening` is its record, once known. */
export type ProjectSwitchContext = {
  readonly account: Account | null
  readonly projects: readonly AccessRecord[]
  readonly organizations: readonly Organization[]
  readonly current: AccessRecord | null
  readonly next: string | null
  readonly opening: AccessRecord | null
  readonly quota: Quota | null
  /** The project that is closed because of a rule of its organization, until the person meets it, or because access was taken away. */
  readonly barred: { readonly projectId: string; readonly name: string | null; readonly demand: Demand } | null
  readonly error: { readonly message: string; readonly cause: unknown } | null
  /** The project that was open in this browser. */
  readonly remembered: string | null
  /** The project that was open in this tab before it was loaded anew. */
  readonly ofTab: string | null
  /** Whether someone has just signed in and does not return to an earlier address. */
  readonly arrived: boolean
  /** Projects of objects that addresses name, by the object's id: null if this account may not see it, '' if that could not be found out. */
  readonly homes: Readonly<Record<string, string | null>>
}

/** The projects that were open before. */
export type Remembered = Pick<ProjectSwitchContext, 'remembered' | 'ofTab'>

/** The open project and its quota. */
export type Opened = Pick<ProjectSwitchContext, 'current' | 'quota'>

export type ProjectSwitchEvent =
  | { readonly type: 'SWITCH'; readonly id: string }
  | { readonly type: 'REFRESH' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'ADDED'; readonly record: AccessRecord }
  | { readonly type: 'LOCATED'; readonly id: string; readonly projectId: string | null }
  /** A call in the open project was refused because of a rule of its organization, or because access was taken away. */
  | { readonly type: 'BARRED'; readonly demand: Demand }
  /** The person has deleted the project here, or left it. Where that was done elsewhere, the list without it says so. */
  | { readonly type: 'LEFT'; readonly id: string }
