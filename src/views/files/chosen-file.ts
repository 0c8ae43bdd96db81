import type { UploadedFile } from '../../contract/core/client.ts'

/** A file that was chosen and is not uploaded yet, as a draft holds it: its content stays in the memory of the tab. */
export type ChosenFile = { readonly key: string; readonly name: string; readonly size: number }

const contents = new Map<string, File>()

/** Keeps the content of a file for a draft. */
export const chosen = (file: File): ChosenFile => {
  const key = `${file.name} ${file.size} ${file.lastModified}`
  contents.set(key, file)
  return { key, name: file.name, size: file.size }
}

/** Whether the content of a chosen file is at hand: a reload of the tab loses it. */
export const isAtHand = ({ key }: ChosenFile): boolean => contents.has(key)

/** A chosen file as it is uploaded; undefined if its content was lost. */
export const uploadOf = (
  file: ChosenFile,
  how: Pick<UploadedFile, 'onProgress' | 'signal'>,
): UploadedFile | undefined => {
  const content = contents.get(file.key)
  return content && { name: file.name, size: file.size, content, ...how }
}
