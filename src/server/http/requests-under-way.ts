import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { answerUnavailable } from './unavailable.ts'

/** Answers a request. A promise resolves when its work has ended, which may be after the client has left. */
export type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => unknown

/** All requests that the server is working on, whatever part of it answers them. */
export type RequestsUnderWay = {
  /** Counts the requests that `answer` gets, until their responses and their work have ended. Refuses them once the server stops. */
  counting(answer: AnswerRequest): RequestListener
  /** Begins no more work, and waits for what is under way, `mostMs` at most. Returns the number of requests that go on then. */
  stop(mostMs: number): Promise<number>
}

export const requestsUnderWay = (): RequestsUnderWay => {
  let count = 0
  let isStopping = false
  let ended = () => {}
  const follow = async (response: ServerResponse, answer: () => unknown) => {
    count++
    const closed = new Promise((resolve) => response.once('close', resolve))
    try {
      await answer()
    } finally {
      await closed
      count--
      if (count === 0) ended()
    }
  }
  return {
    counting: (answer) => (request, response) => {
      if (isStopping) answerUnavailable(request, response, 'The server is stopping; try again shortly.')
      else void follow(response, () => answer(request, response))
    },
    async stop(mostMs) {
      isStopping = true
      if (count === 0) return 0
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, mostMs)
        ended = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      return count
    },
  }
}
