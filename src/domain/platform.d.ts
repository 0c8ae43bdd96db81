// What every runtime of the product offers (browser, server, agent), and all that the floors without a runtime may use.
declare class URL {
  constructor(url: string, base?: string | URL)
  href: string
  readonly origin: string
  protocol: string
  username: string
  password: string
  host: string
  hostname: string
  port: string
  pathname: string
  search: string
  hash: string
}
declare class TextEncoder {
  encode(text: string): Uint8Array
}
