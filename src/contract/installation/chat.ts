import { endpoint, shape } from '../core/endpoint.ts'

/** The external support chat that the operator configures. */
export const chat = {
  'chat.login': endpoint('GET /api/2/chat-login', {
    summary:
      'Returns a JWT that identifies the caller to the support chat, for five minutes; 404 if none is configured',
    access: 'account',
    wayIn: 'sign-in',
    for: 'automation',
    media: 'text/plain; charset=utf-8',
    answer: shape('string'),
  }),
} as const
