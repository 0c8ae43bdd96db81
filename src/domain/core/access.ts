import { ACCESS_LEVELS } from '../../contract/accounts/accounts.ts'
import { PROJECT_RIGHTS, type ProjectRight } from '../../contract/core/endpoint.ts'

/** The access levels of a project. The order is that of lists and of the first project to open, not of power. */
export const LEVELS = ACCESS_LEVELS
export type Level = (typeof LEVELS)[number]

// A MANAGER governs people and settings and does not edit monitors: the product's predicates, not a ladder.
const RIGHTS: Readonly<Record<ProjectRight, readonly Level[]>> = {
  see: LEVELS,
  inspect: ['OWNER', 'EDITOR', 'MANAGER', 'ANALYST'],
  run: ['OWNER', 'EDITOR', 'MANAGER', 'ANALYST'],
  edit: ['OWNER', 'EDITOR'],
  manage: ['OWNER', 'MANAGER'],
  own: ['OWNER'],
}

/** Whether a level holds a right within its project. */
export const holds = (level: Level, right: ProjectRight): boolean => RIGHTS[right].includes(level)

/** Whether a text is the name of a level. */
export const isLevel = (text: string): text is Level => LEVELS.some((level) => level === text)

/** Orders levels for display, OWNER first: negative where `a` comes before `b`. */
export const byLevel = (a: Level, b: Level): number => LEVELS.indexOf(a) - LEVELS.indexOf(b)

/** May change monitors, schedules and webhooks: EDITOR and OWNER. */
export const isEditor = (level: Level): boolean => level === 'EDITOR' || level === 'OWNER'

export const isOwner = (level: Level): boolean => level === 'OWNER'

/** Is of the level MANAGER itself: an OWNER is not, though it may do all that a MANAGER may (`holds(level, 'manage')`). */
export const isManager = (level: Level): boolean => level === 'MANAGER'

/** Is of the level ANALYST itself. */
export const isAnalyst = (level: Level): boolean => level === 'ANALYST'

/** Changes nothing: VIEWER and ANALYST. */
export const isViewOnly = (level: Level): boolean => level === 'VIEWER' || level === 'ANALYST'

/** The levels that hold no right which `level` lacks: what somebody of that level may hand on. */
export const levelsWithin = (level: Level): readonly Level[] =>
  LEVELS.filter((each) => PROJECT_RIGHTS.every((right) => !holds(each, right) || holds(level, right)))
