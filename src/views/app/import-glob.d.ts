// Vite's import of all files that a pattern names, as far as it is used here.
interface ImportMeta {
  readonly glob: <Value>(
    pattern: string,
    options: { readonly eager: true; readonly import: string },
  ) => Readonly<Record<string, Value>>
}
