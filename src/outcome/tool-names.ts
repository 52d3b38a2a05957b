import type { ToolKind } from '../schema/outcome.ts'

/** Tools that answer alike, whatever they are called; each family has its rules. */
export type ToolFamily =
  | 'shell'
  | 'script'
  | 'process'
  | 'read'
  | 'edit'
  | 'search'
  | 'web'
  | 'agent'
  | 'plan'
  | 'ask'
  | 'other'

export interface ToolRow {
  kind: ToolKind
  family: ToolFamily
  trivial: boolean
}

type NameList = [kind: ToolKind, family: ToolFamily, names: string]

const NAMES: NameList[] = [
  ['terminal', 'shell', 'bash powershell shell local_shell local_shell_call shell_command exec_command write_stdin'],
  [
    'terminal',
    'shell',
    'container.exec unified_exec run_shell_command run_in_terminal read_bash write_bash read_powershell',
  ],
  [
    'terminal',
    'shell',
    'write_powershell execute_bash terminal exec user_shell run_command execute_command bashexecution',
  ],
  [
    'terminal',
    'process',
    'bashoutput killshell killbash taskoutput taskstop task_stop process process_manage stop_bash list_bash get_terminal_output monitor',
  ],
  [
    'code',
    'script',
    'execute_code code_execution python ipython execute_ipython_cell repl code_interpreter js notebook_execute',
  ],
  ['file', 'read', 'read notebookread view view_image read_file read_many_files open_file'],
  [
    'file',
    'edit',
    'edit multiedit write notebookedit apply_patch patch write_file edit_file replace create create_file',
  ],
  [
    'file',
    'edit',
    'str_replace str_replace_editor str_replace_based_edit_tool file_editor insert apply_diff multi_edit notebook_edit replace_string_in_file multi_replace_string_in_file insert_edit_into_file',
  ],
  [
    'file',
    'search',
    'grep glob ls list search_files find list_dir list_directory search_file_content grep_files file_search grep_search semantic_search rg lsp',
  ],
  [
    'research',
    'web',
    'webfetch websearch web_search web_fetch web_extract web_search_call google_web_search fetch x_search',
  ],
  ['research', 'web', 'fetch_copilot_cli_documentation browser image_search codesearch fetch_webpage'],
  [
    'meta',
    'agent',
    'task agent delegate_task spawn_agent wait_agent wait close_agent send_input resume_agent sendmessage',
  ],
  [
    'meta',
    'agent',
    'send_message sessions_spawn sessions_send sessions_list sessions_history sessions_yield subagents list_agents',
  ],
  [
    'meta',
    'agent',
    'followup_task runsubagent read_agent write_agent interrupt_agent teamcreate teamdelete workflow mixture_of_agents invoke_agent',
  ],
  ['meta', 'agent', 'create_sub_session team_create team_delete'],
  ['terminal', 'shell', 'execute run_commands run_terminal_cmd run_terminal_command developer__shell'],
  ['terminal', 'process', 'read_command_output get_command_output'],
  ['file', 'read', 'read_files read_image'],
  ['file', 'edit', 'editor write_to_file replace_in_file insert_content search_and_replace search_replace strreplace'],
  ['file', 'edit', 'applypatch delete_file edit_notebook editnotebook developer__text_editor text_editor'],
  [
    'file',
    'search',
    'search_codebase codebase_search semanticsearch list_files list_code_definition_names tree analyze',
  ],
  ['file', 'search', 'read_lints readlints developer__analyze'],
  ['research', 'web', 'fetch_web_content fetchurl'],
  ['meta', 'agent', 'new_task use_subagents delegate team_spawn_teammate team_run_task team_await_runs'],
  // Writing a skill is writing code, as the first generation counted it.
  ['code', 'plan', 'skill_manage'],
  ['meta', 'plan', 'warm_session cronjob croncreate crondelete cronlist cron enterworktree exitworktree slashcommand'],
  ['meta', 'plan', 'cron_create cron_delete cron_list enter_worktree exit_worktree'],
]

/** Bookkeeping of the agent with itself or its user: never worth a pattern, and left out of the main rates. */
const TRIVIAL_NAMES: NameList[] = [
  [
    'meta',
    'plan',
    'todowrite todoread taskcreate taskupdate tasklist taskget update_plan todo todo_write write_todos manage_todo_list',
  ],
  [
    'meta',
    'plan',
    'toolsearch tool_search skill skill_view skills_list skills_hub memory memory_search memory_get save_memory',
  ],
  [
    'meta',
    'plan',
    'fact_store fact_feedback session_store_sql session_search session_status report_intent activate_skill get_goal create_goal update_goal',
  ],
  ['meta', 'plan', 'enter_plan_mode update_topic complete_task structured_output task_create task_update task_list'],
  [
    'meta',
    'plan',
    'tracker_create_task tracker_update_task tracker_get_task tracker_list_tasks tracker_add_dependency',
  ],
  [
    'meta',
    'plan',
    'attempt_completion act_mode_respond update_todo_list condense summarize_task switch_mode switchmode',
  ],
  [
    'meta',
    'plan',
    'use_skill load_skill fetch_instructions load_mcp_documentation team_status team_task team_mission_log',
  ],
  ['meta', 'ask', 'plan_mode_respond ask_question askquestion askuser exitspecmode'],
  ['meta', 'ask', 'exit_plan_mode ask_user_question'],
  [
    'meta',
    'plan',
    'enterplanmode plan_enter listmcpresourcestool list_mcp_resources list_mcp_resource_templates sleep think',
  ],
  [
    'meta',
    'ask',
    'exitplanmode plan_exit askuserquestion clarify request_user_input ask_user question ask_followup_question',
  ],
]

const rowsOf = (lists: NameList[], trivial: boolean): [string, ToolRow][] =>
  lists.flatMap(([kind, family, names]) =>
    names.split(' ').map((name): [string, ToolRow] => [name, { kind, family, trivial }]),
  )

/** Names of every source's tools, in lower case. */
export const TOOL_ROWS: ReadonlyMap<string, ToolRow> = new Map([
  ...rowsOf(NAMES, false),
  ...rowsOf(TRIVIAL_NAMES, true),
])
