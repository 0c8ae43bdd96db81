const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for HTML elements and attributes. Only references that chat services know as well; they have no name for `'`. */
export const inHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => REFERENCES[mark] ?? '&#39;')
