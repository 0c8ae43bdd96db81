/** A problem at start-up that the operator can fix; the message is one sentence for the terminal. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem'
}
