/** A file of an export: its path below the folder, and its text. */
export type ExportedFile = { readonly path: string; readonly text: string }

/** A value as indented JSON, with a line break at the end. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
