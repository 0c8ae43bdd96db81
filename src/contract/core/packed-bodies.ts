/** The most that the body of a request may inflate to, as a multiple of its packed size. JSON packs to a tenth or a fiftieth. */
export const MOST_INFLATION = 200
