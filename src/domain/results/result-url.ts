/** Makes the address of a result of a project: that of a monitor, unless a kind is named. */
export type ResultUrl = (id: string, projectId: string, kind?: 'monitor' | 'workflow') => string
