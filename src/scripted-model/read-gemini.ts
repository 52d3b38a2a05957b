import { asArray, asString, isRecord, type JsonRecord } from '../lib/json.ts'
import { type Conversation, type Said, readContentText, toolNames } from './content.ts'

/** A request to Google's generateContent: contents of parts, where calls and results may have no ids. */
export const readGemini = (body: JsonRecord): Conversation => {
  const instruction = body['systemInstruction'] ?? body['system_instruction']
  return {
    system: isRecord(instruction) ? readContentText(instruction['parts']) : readContentText(instruction),
    said: saidIn(asArray(body['contents']).filter(isRecord)),
    tools: asArray(body['tools']).flatMap((tool) =>
      isRecord(tool) ? toolNames(tool['functionDeclarations'] ?? tool['function_declarations']) : [],
    ),
  }
}

const saidIn = (contents: readonly JsonRecord[]): Said[] => {
  const ids = createIds()
  return contents.flatMap((content): Said[] => {
    const parts = asArray(content['parts']).filter(isRecord)
    if (content['role'] === 'model') {
      const calls = parts.flatMap((part) => {
        const call = part['functionCall']
        if (!isRecord(call)) return []
        const tool = asString(call['name']) ?? ''
        return [{ id: ids.ofCall(tool, asString(call['id'])), tool, args: JSON.stringify(call['args'] ?? {}) }]
      })
      return [{ role: 'assistant', text: readContentText(parts.filter((part) => part['thought'] !== true)), calls }]
    }
    return parts.flatMap((part): Said[] => {
      const result = part['functionResponse']
      if (isRecord(result)) {
        const callId = ids.ofResult(asString(result['name']) ?? '', asString(result['id']))
        return [{ role: 'tool', text: resultText(result['response']), calls: [], callId }]
      }
      return typeof part['text'] === 'string' ? [{ role: 'user', text: part['text'], calls: [] }] : []
    })
  })
}

/** Clients say what a tool answered under `output` or `result`; anything else is shown as it is. */
const resultText = (response: unknown): string => {
  if (!isRecord(response)) return response === undefined ? '' : JSON.stringify(response)
  const said = response['output'] ?? response['result'] ?? response['error']
  return typeof said === 'string' ? said : JSON.stringify(response)
}

/** Where ids are left out, the first result of a tool answers the first call of it that is still open. */
const createIds = () => {
  const open = new Map<string, string[]>()
  let count = 0
  return {
    ofCall: (tool: string, id: string | undefined): string => {
      if (id !== undefined) return id
      const made = `${tool}#${count++}`
      open.set(tool, [...(open.get(tool) ?? []), made])
      return made
    },
    ofResult: (tool: string, id: string | undefined): string => id ?? open.get(tool)?.shift() ?? '',
  }
}
