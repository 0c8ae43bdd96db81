declare module 'html-encoding-sniffer' {
  /**
   * The encoding of HTML, or of XML without its declaration (https://html.spec.whatwg.org/#encoding-sniffing-algorithm), by the name that the
   * Encoding standard gives it.
   */
  const sniff: (
    bytes: Uint8Array,
    options?: {
      readonly xml?: boolean
      readonly transportLayerEncodingLabel?: string
      readonly defaultEncoding?: string
    },
  ) => string
  export default sniff
}
