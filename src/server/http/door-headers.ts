/**
 * Security headers of the doors beside the API: sign-in pages, connected applications, discovery. Their answers hold codes, tokens and
 * secrets of forms, so nothing stores them; and a page that opened one of ours in a window gets no hold of it. A door whose pages show
 * something has a content policy of its own.
 */
export const DOOR_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const
