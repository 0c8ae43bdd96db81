/** A reason why the server cannot start that its operator can mend: the message is one sentence for the terminal. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem'
}
