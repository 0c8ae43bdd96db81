// APIs that every runtime of the product has (browser, server, agent). Code without a runtime of its own may use only these.
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
