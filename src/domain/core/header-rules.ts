/** Whether a text is a valid header name: a token (RFC 9110 section 5.6.2). */
export const isHeaderName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)

/** Whether a text is a valid header value: without CR, LF and NUL, which could end the header early (RFC 9110 section 5.5). */
export const isHeaderValue = (value: string): boolean => !/[\r\n\0]/.test(value)
