import type { Level } from '../../../domain/core/access.ts'

/** Names of access levels and what each allows. */
export const levelWords: Readonly<Record<Level, { readonly name: string; readonly may: string }>> = {
  OWNER: { name: 'Owner', may: 'May do everything in this project' },
  EDITOR: { name: 'Editor', may: 'Edits and runs monitors, schedules and alerts' },
  MANAGER: { name: 'Manager', may: 'Governs people and settings, runs monitors, does not edit them' },
  ANALYST: { name: 'Analyst', may: 'Reads everything and runs monitors' },
  VIEWER: { name: 'Viewer', may: 'Reads results and figures' },
}
