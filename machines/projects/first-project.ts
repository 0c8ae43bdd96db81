import { type AccessRecord, chooseProject } from './project-choice.ts'
import type { ProjectSwitchContext } from './project-switch-context.ts'

/** The access to a project of a list, by the project's id. */
export const recordOf = (projects: readonly AccessRecord[], id: string | null): AccessRecord | null =>
  projects.find(({ project }) => project.id === id) ?? null

/** The permissions of the account for the whole site. */
export const permissionsOf = ({ account }: ProjectSwitchContext): readonly string[] => account?.permissions ?? []

/**
 * The project to open where none is asked for: the default one after a sign-in, else the one that this tab showed before it was loaded anew, the
 * server's choice, which another tab may have made, and the one of this browser.
 */
export const firstOf = (context: ProjectSwitchContext): string | null => {
  const { account, arrived, projects, remembered, ofTab } = context
  const wanted = [arrived ? account?.default_project_id : null, ofTab, account?.current_project_id, remembered]
  return chooseProject(wanted, projects, permissionsOf(context))
}
