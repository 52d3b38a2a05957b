/** What stands for a name in a template. A function is asked at every place, in the order of the places. */
export type Values = Readonly<Record<string, unknown>>

/**
 * Fills a template of JSON: the text `$name` becomes the value itself, `{name}` inside a text becomes its words, the field `...` is
 * replaced by the fields of its value, and `{ "$json": ... }` becomes JSON in a text.
 */
export const fill = (template: unknown, values: Values): unknown => {
  if (typeof template === 'string') {
    return template.startsWith('$') ? valueOf(template.slice(1), values) : fillText(template, values)
  }
  if (Array.isArray(template)) return template.map((each) => fill(each, values))
  if (typeof template !== 'object' || template === null) return template
  const filled: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(template)) {
    if (key === '...') Object.assign(filled, fill(value, values))
    else filled[key] = fill(value, values)
  }
  return '$json' in filled ? JSON.stringify(filled['$json'], null, Number(filled['indent'] ?? 0)) : filled
}

export const fillText = (template: string, values: Values): string =>
  template.replace(/\{(\w+)\}/g, (place, name: string) => (name in values ? String(valueOf(name, values)) : place))

export const valueOf = (name: string, values: Values): unknown => {
  const value = values[name]
  return typeof value === 'function' ? value() : value
}
