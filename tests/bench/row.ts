/** One measured figure. */
export type Row = {
  figure: string
  value: number
  unit: string
  /** The same figure of another program, measured the same way. */
  reference?: { name: string; value: number }
  /** What we hold ourselves to, such as `>= 3500`. */
  target?: string
}
