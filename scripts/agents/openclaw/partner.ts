import type { Address, Partner } from '../partner.ts'
import { writeEach } from '../write-each.ts'

const MODEL = 'scripted-1'

const configOf = ({ model, project, warmstart }: Address) => ({
  models: {
    mode: 'merge',
    providers: {
      scripted: {
        baseUrl: `${model}/v1`,
        api: 'openai-completions',
        apiKey: 'made-up',
        models: [{ id: MODEL, name: 'Scripted', input: ['text'], contextWindow: 128_000, maxTokens: 4_096 }],
      },
    },
  },
  agents: { defaults: { model: { primary: `scripted/${MODEL}` }, workspace: project, skipBootstrap: true } },
  mcp: { servers: { warmstart: { command: warmstart, args: ['mcp'] } } },
})

/** A plugin tells it what it is told. Tools of MCP servers are called through a tool that searches and calls. */
export const openclaw: Partner = {
  name: 'openclaw',
  title: 'OpenClaw',
  program: { package: 'openclaw', bin: 'openclaw' },
  modes: [
    {
      title: 'OpenClaw',
      model: MODEL,
      settings: (at) => ({ '.openclaw/openclaw.json': JSON.stringify(configOf(at)) }),
      write: writeEach((wanted) => {
        switch (wanted.kind) {
          case 'shell':
            return { tool: 'exec', args: { command: wanted.command } }
          case 'read':
            return { tool: 'read', args: { path: wanted.path } }
          case 'edit':
            return { tool: 'edit', args: { path: wanted.path, edits: [{ oldText: wanted.old, newText: wanted.new }] } }
          // It writes down neither a call of a tool that it does not know nor the tokens of that answer.
          case 'unknown-tool':
            return undefined
          case 'list-tools':
            return { tool: 'tool_search', args: { query: 'warmstart templates' } }
          case 'mcp': {
            const id = `warmstart__${wanted.tool}`
            return { tool: 'tool_call', args: { id, args: wanted.args }, listedAs: id }
          }
        }
      }),
      ask: (message) => ['agent', '--local', '--agent', 'main', '--json', '--message', message],
      serverTool: 'warmstart__warm_session',
      delivers: 'apart',
      recordsVersion: true,
    },
  ],
}
