/** One measured figure. */
export type Row = {
  figure: string
  value: number
  unit: string
  /** The same figure of another program. */
  reference?: { name: string; value: number }
  /** The target, such as `>= 3500`. */
  target?: string
}
