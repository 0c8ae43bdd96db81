/** Needs of a request to be right, besides its ids: a body and a query that succeed. A law asks for one for each endpoint that takes a body. */
export type Sample = { body?: Readonly<Record<string, unknown>>; query?: Record<string, string> }
