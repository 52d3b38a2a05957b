import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { compareRuns } from '../src/experiment/compare-runs.ts'
import { readRun } from '../src/experiment/runs/read-run.ts'
import { scratch } from './support/store.ts'

/** A Python that has inspect-ai; WARMSTART_INSPECT_PYTHON names one, as in a virtual environment. */
const PYTHON = process.env.WARMSTART_INSPECT_PYTHON ?? 'python3'

const hasInspect = (): boolean => {
  try {
    execFileSync(PYTHON, ['-c', 'import inspect_ai'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Seven samples, two epochs, a mock model that always says the same numbers. */
const PROGRAM = `
import sys
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import includes
from inspect_ai.solver import generate

def said(words):
    output = ModelOutput.from_content("mockllm/model", words)
    output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
    return output

dataset = [Sample(id=f"q{i}", input=f"Say {i}", target=str(i)) for i in range(6)] + [Sample(id=7, input="Say 7", target="7")]
for name, words in (("a", "0 1 2"), ("b", "0 1 3 4 7")):
    for log_format in ("json", "eval"):
        model = get_model("mockllm/model", custom_outputs=[said(words)] * 50)
        eval(Task(dataset=dataset, solver=[generate()], scorer=[includes()], epochs=2), model=model,
             log_dir=f"{sys.argv[1]}/{name}-{log_format}", log_format=log_format, display="none")
`

test('logs that inspect-ai itself wrote are read in both of its formats', {
  skip: hasInspect() ? false : 'no inspect-ai',
}, (t) => {
  const directory = scratch(t)
  writeFileSync(join(directory, 'make.py'), PROGRAM)
  execFileSync(PYTHON, [join(directory, 'make.py'), directory], { stdio: 'ignore', cwd: directory })
  const run = (folder: string) => {
    const [file = ''] = readdirSync(join(directory, folder))
    return { ...readRun(join(directory, folder, file)), name: folder }
  }
  for (const format of ['json', 'eval']) {
    const report = compareRuns(run(`a-${format}`), run(`b-${format}`), {
      margin: 0.05,
      alpha: 0.05,
      primary: 'success',
    })
    assert.deepEqual(report.pairs, { pairs: 7, wins: 3, losses: 1, ties: 3 })
    assert.deepEqual(
      report.arms.map(({ success }) => success),
      [
        { mean: 3 / 7, tasks: 7, trials: 14 },
        { mean: 5 / 7, tasks: 7, trials: 14 },
      ],
    )
  }
})
