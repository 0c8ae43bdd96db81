import type { Level } from '../../../domain/core/access.ts'

/** Names of access levels and what each allows. */
export const levelWords: Readonly<Record<Level, { readonly name: string; readonly may: string }>> = {
  OWNER: { name: 'Owner', may: 'Full access to this project' },
  EDITOR: { name: 'Editor', may: 'Edits and runs monitors, schedules and alerts' },
  MANAGER: { name: 'Manager', may: 'Manages people and settings, runs monitors, cannot edit them' },
  ANALYST: { name: 'Analyst', may: 'Reads everything and runs monitors' },
  VIEWER: { name: 'Viewer', may: 'Reads results and statistics' },
}
