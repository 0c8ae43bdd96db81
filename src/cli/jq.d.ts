/** The package has no types of its own. */
declare module '@michaelhomer/jqjs' {
  const jq: { readonly compile: (expression: string) => (value: unknown) => Iterable<unknown> }
  export default jq
}
