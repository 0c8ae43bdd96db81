/** A line to a framed viewer that takes guest tokens. */
export type TokenPort = {
  give(token: string): void
  close(): void
}

/**
 * Opens a line to a framed page, as the embedding SDK of Apache Superset does: the page gets one end of a message channel, and a message
 * for each token. Only the page of that address can take it; others never see a token.
 */
export const handOver = (page: Pick<Window, 'postMessage'>, address: string): TokenPort => {
  const { port1: own, port2: theirs } = new MessageChannel()
  page.postMessage({ type: '__embedded_comms__', handshake: 'port transfer' }, new URL(address).origin, [theirs])
  return {
    give: (guestToken) => own.postMessage({ switchboardAction: 'emit', method: 'guestToken', args: { guestToken } }),
    close: () => own.close(),
  }
}
