/** Files as text, or an export of each, by their paths: Vite replaces the call by the files when the program is built. */
interface ImportMeta {
  glob<Exported>(pattern: string, options: { import: string; eager: true }): Record<string, Exported>
  glob(pattern: string, options: { query: '?raw'; import: 'default'; eager: true }): Record<string, string>
}
