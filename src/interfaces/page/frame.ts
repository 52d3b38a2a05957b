import type { Html } from './markup.ts'
import { STYLE } from './style.ts'

/**
 * Wraps the body in a whole page. `title` and `style` are our own text and not escaped; `style` comes after the style
 * of all pages.
 */
export const pageFrame = (title: string, body: Html, style = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="warmstart">
<title>${title} – Warmstart</title>
<link rel="icon" href="${ICON}">
<style>${STYLE}${style}</style>
</head>
<body>
${body.markup}
</body>
</html>
`

/** Forbids everything that the page does not need, so that even a mistake in escaping could load and run nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** The page has its own icon, because otherwise a browser requests one from the server of the page. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E%3Ccircle cx=%228%22 cy=%228%22 r=%226%22 fill=%22%230a5c96%22/%3E%3C/svg%3E'
