const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const toHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** Ways in which a text with a secret comes into a transcript. */
export const ENCODINGS: Record<string, (text: string) => string> = {
  'plain text': (text) => text,
  JSON: (text) => JSON.stringify({ output: text }),
  'JSON inside JSON': (text) => JSON.stringify({ body: JSON.stringify({ output: text }) }),
  HTML: (text) => `<pre>${toHtml(text)}</pre>`,
  'an address': (text) => `https://host.test/log?line=${encodeURIComponent(text)}`,
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Whether a text still holds the secret, in any of these encodings. */
export const isLeft = (text: string, secret: string): boolean =>
  [secret, inJson(secret), inJson(inJson(secret)), toHtml(secret), encodeURIComponent(secret)].some((form) =>
    text.includes(form),
  )
