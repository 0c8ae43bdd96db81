/** Cells and tables of pages that are written from the commands. */
export const cell = (text: string): string => text.replaceAll('|', '\\|')
export const code = (text: string): string => `\`${cell(text)}\``
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
