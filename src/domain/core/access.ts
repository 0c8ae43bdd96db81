import { ACCESS_LEVELS } from '../../contract/accounts/access-levels.ts'
import { PROJECT_RIGHTS, type ProjectRight } from '../../contract/core/endpoint.ts'

/** Access levels of an account in a project. The order is for lists and for the first project to open, not for rights. */
export const LEVELS = ACCESS_LEVELS
export type Level = (typeof LEVELS)[number]

// A MANAGER manages people and settings but does not edit monitors, so the levels do not form a ladder.
const RIGHTS: Readonly<Record<ProjectRight, readonly Level[]>> = {
  see: LEVELS,
  inspect: ['OWNER', 'EDITOR', 'MANAGER', 'ANALYST'],
  run: ['OWNER', 'EDITOR', 'MANAGER', 'ANALYST'],
  respond: ['OWNER', 'EDITOR', 'MANAGER', 'ANALYST'],
  compose: ['OWNER', 'EDITOR', 'MANAGER', 'ANALYST'],
  publish: ['OWNER', 'EDITOR', 'MANAGER'],
  edit: ['OWNER', 'EDITOR'],
  govern: ['OWNER', 'EDITOR', 'MANAGER'],
  manage: ['OWNER', 'MANAGER'],
  own: ['OWNER'],
}

/** Whether a level has a right in its project. */
export const holds = (level: Level, right: ProjectRight): boolean => RIGHTS[right].includes(level)

/** Whether a text is an access level. */
export const isLevel = (text: string): text is Level => LEVELS.some((level) => level === text)

/** Compares levels for display, OWNER first. */
export const byLevel = (a: Level, b: Level): number => LEVELS.indexOf(a) - LEVELS.indexOf(b)

/** Whether a level may change monitors, schedules and alerts: EDITOR and OWNER. */
export const isEditor = (level: Level): boolean => level === 'EDITOR' || level === 'OWNER'

export const isOwner = (level: Level): boolean => level === 'OWNER'

/** Whether a level is MANAGER. An OWNER is not one, though it has all rights of a MANAGER (`holds(level, 'manage')`). */
export const isManager = (level: Level): boolean => level === 'MANAGER'

/** Whether a level is ANALYST. */
export const isAnalyst = (level: Level): boolean => level === 'ANALYST'

/** Whether a level cannot change anything: VIEWER and ANALYST. */
export const isViewOnly = (level: Level): boolean => level === 'VIEWER' || level === 'ANALYST'

/** Levels without any right that `level` lacks: the levels that an account of `level` may grant. */
export const levelsWithin = (level: Level): readonly Level[] =>
  LEVELS.filter((each) => PROJECT_RIGHTS.every((right) => !holds(each, right) || holds(level, right)))
