import type { Html } from './markup.ts'
import { STYLE } from './style.ts'

/** A whole page around its body. `title` and `style`, which comes after that of all pages, are ours: they are not escaped. */
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

/** Forbids all that the page does not need, so that even a mistake in escaping could load and run nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** An icon of its own: without one a browser asks the server that a page may have come from. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E%3Ccircle cx=%228%22 cy=%228%22 r=%226%22 fill=%22%230a5c96%22/%3E%3C/svg%3E'
