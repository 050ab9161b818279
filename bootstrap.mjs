// Prepares the machine, then runs one task: the product, a command or the tests. Built-ins only, for any Node from 20.
import { spawn } from 'node:child_process'
import {
  build,
  environment,
  install,
  isBuilt,
  pinnedNode,
  removeTools,
  root,
  stop,
  windows,
} from './scripts/installation.mjs'
import { testTasks } from './scripts/test-runs.mjs'

const [task, ...rest] = process.argv.slice(2)

const tasks = {
  start: () => replaceBy('server/src/main.ts', rest),
  dev: () => handOver('--watch-path=server/src', ['--watch-path=contract', 'server/src/main.ts', '--dev']),
  vitrine: () => handOver('server/src/cli.ts', rest),
  production: removeTools,
  bench: () => handOver('bench/bench.ts', rest),
  ...testTasks(rest),
}

/** The tasks that need no built pages. */
const withoutPages = ['dev', 'vitrine', 'lint', 'types']
/** The tasks that need no tools of development but to build the pages. */
const withoutTools = ['start', 'vitrine', 'production']

if (!tasks[task]) stop(`bootstrap.mjs takes one of: ${Object.keys(tasks).join(', ')}`)
const needsBuild = !withoutPages.includes(task) && !isBuilt()
install({ withTools: needsBuild || !withoutTools.includes(task) })
Object.assign(process.env, environment())
if (needsBuild) build()
await tasks[task]()

/**
 * Lets the server take the place of this process, whose 45 MiB it would else keep: signals and the exit status are its
 * own. Node has `execve` since 22.15 and 23.11, not on Windows. Under npm the server looks for its end itself.
 */
function replaceBy(script, rest) {
  if (windows || !process.execve) return handOver(script, rest)
  const node = pinnedNode()
  process.chdir(root)
  const words = process.env.npm_lifecycle_event ? [...rest, '--under-npm'] : rest
  process.execve(node, [node, script, ...words], process.env)
}

/** Starts a script under the pinned Node; this process then only forwards signals and the exit status. */
function handOver(first, words) {
  const child = spawn(pinnedNode(), [first, ...words], { cwd: root, stdio: 'inherit', shell: windows })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // Ctrl-C reaches every process in the foreground, so the child has it already; a closed terminal signals this one.
  process.on('SIGINT', () => {})
  // npm passes a signal to its shell alone and ends: without this, the server would be left behind.
  if (process.env.npm_lifecycle_event) onceOrphaned(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
}

/** Windows reports the first parent for ever, but has no such signals either. */
function onceOrphaned(stop) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 500).unref()
}
