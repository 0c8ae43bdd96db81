import { type AccessRecord, chooseProject, mayOpen } from './project-choice.ts'
import type { ProjectSwitchContext } from './project-switch-context.ts'

/** The access to a project of a list, by the project's id. */
export const recordOf = (projects: readonly AccessRecord[], id: string | null): AccessRecord | null =>
  projects.find(({ project }) => project.id === id) ?? null

/** The permissions of the account for the whole site. */
export const permissionsOf = ({ account }: ProjectSwitchContext): readonly string[] => account?.permissions ?? []

/** The project to open where none is asked for: the default one after a sign-in, else the one before. */
export const firstOf = (context: ProjectSwitchContext): string | null => {
  const { account, arrived, projects, remembered } = context
  const preferred = account?.default_project_id ?? null
  if (arrived && preferred !== null && mayOpen(preferred, projects, permissionsOf(context))) return preferred
  return chooseProject(account?.current_project_id ?? null, remembered, projects, permissionsOf(context))
}
