import { CallError } from '../resource/failure.ts'

/** The failure of a call that got no answer. */
export const unansweredCall = (operation: string): CallError =>
  new CallError({
    operation,
    message: 'No answer.',
    status: null,
    statusText: '',
    url: '',
    problems: [],
    body: null,
    at: 1,
  })
