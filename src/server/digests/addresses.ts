/** An address of the web app that opens its project first: whoever follows it may have another one open. */
export const inProject = (address: string, { id }: { id: string }): string => `${address}?project_key_str=${id}`
