import type { Talk } from '../../src/testing/talk.ts'

/** How a talk looks in each provider's form, written down here once more so that it does not rest on what is tested. */
export const TALK_FORMS: Record<string, (talk: Talk) => unknown> = {
  'openai-chat': ({ system, turns, open }) => {
    return [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      ...turns.flatMap(({ user, steps, answer }) => [
        { role: 'user', content: user },
        ...steps.flatMap((step) => {
          return [
            {
              role: 'assistant',
              content: null,
              tool_calls: step.map(({ id, tool, args }) => ({
                id,
                type: 'function',
                function: { name: tool, arguments: JSON.stringify(args) },
              })),
            },
            ...step.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result })),
          ]
        }),
        { role: 'assistant', content: answer },
      ]),
      ...(open === undefined ? [] : [{ role: 'user', content: open }]),
    ]
  },
  'openai-responses': ({ system, turns, open }) => {
    return [
      ...(system === undefined ? [] : [{ role: 'developer', content: system }]),
      ...turns.flatMap(({ user, steps, answer }) => [
        { role: 'user', content: [{ type: 'input_text', text: user }] },
        ...steps.flatMap((step) => {
          return [
            ...step.map(({ id, tool, args }) => ({
              type: 'function_call',
              call_id: id,
              name: tool,
              arguments: JSON.stringify(args),
            })),
            ...step.map(({ id, result }) => ({ type: 'function_call_output', call_id: id, output: result })),
          ]
        }),
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: answer }] },
      ]),
      ...(open === undefined ? [] : [{ role: 'user', content: open }]),
    ]
  },
  anthropic: ({ system, turns, open }) => {
    return {
      model: 'some-model',
      ...(system === undefined ? {} : { system }),
      messages: [
        ...turns.flatMap(({ user, steps, answer }) => [
          { role: 'user', content: user },
          ...steps.flatMap((step) => {
            return [
              {
                role: 'assistant',
                content: step.map(({ id, tool, args }) => ({ type: 'tool_use', id, name: tool, input: args })),
              },
              {
                role: 'user',
                content: step.map(({ id, result }) => ({ type: 'tool_result', tool_use_id: id, content: result })),
              },
            ]
          }),
          { role: 'assistant', content: [{ type: 'text', text: answer }] },
        ]),
        ...(open === undefined ? [] : [{ role: 'user', content: open }]),
      ],
    }
  },
  gemini: ({ system, turns, open }) => ({
    ...(system === undefined ? {} : { systemInstruction: { parts: [{ text: system }] } }),
    contents: [
      ...turns.flatMap(({ user, steps, answer }) => [
        { role: 'user', parts: [{ text: user }] },
        ...steps.flatMap((step) => [
          {
            role: 'model',
            parts: step.map(({ tool, args }, at) => ({
              functionCall: { name: tool, args },
              ...(at === 0 ? { thoughtSignature: 'skip_thought_signature_validator' } : {}),
            })),
          },
          {
            role: 'user',
            parts: step.map(({ tool, result }) => ({ functionResponse: { name: tool, response: { output: result } } })),
          },
        ]),
        { role: 'model', parts: [{ text: answer }] },
      ]),
      ...(open === undefined ? [] : [{ role: 'user', parts: [{ text: open }] }]),
    ],
  }),
  'ai-sdk': ({ turns, open }) => {
    return [
      ...turns.flatMap(({ user, steps, answer }) => [
        { role: 'user', content: user },
        ...steps.flatMap((step) => {
          return [
            {
              role: 'assistant',
              content: step.map(({ id, tool, args }) => ({
                type: 'tool-call',
                toolCallId: id,
                toolName: tool,
                input: args,
              })),
            },
            {
              role: 'tool',
              content: step.map(({ id, tool, result }) => ({
                type: 'tool-result',
                toolCallId: id,
                toolName: tool,
                output: { type: 'text', value: result },
              })),
            },
          ]
        }),
        { role: 'assistant', content: [{ type: 'text', text: answer }] },
      ]),
      ...(open === undefined ? [] : [{ role: 'user', content: open }]),
    ]
  },
  'hermes-prefill': ({ turns }) =>
    turns.flatMap(({ user, answer }) => [
      { role: 'user', content: user },
      { role: 'assistant', content: answer },
    ]),
}
