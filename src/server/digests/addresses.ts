/** Adds the project to a link into the web app, because the reader may have another project open. */
export const inProject = (address: string, { id }: { id: string }): string => `${address}?project_key_str=${id}`

/** The path of the page of a monitor or workflow. */
export const pageOf = ({ kind, id }: { readonly kind: string; readonly id: string }): string =>
  `/${kind === 'workflow' ? 'runs/run' : 'tests/test'}/${id}/`
