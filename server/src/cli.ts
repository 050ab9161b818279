import { onShutdownSignal } from '#kit/shutdown'
import type { Resources } from './resources.ts'
import { runCommand } from './run-command.ts'

let isInterrupted = false

/** An interrupted command stops the embedded database too. What it has done stays done, and it can be run again. */
function stopOnShutdownSignal(resources: Resources) {
  onShutdownSignal(async () => {
    isInterrupted = true
    await resources.stop()
    process.exit(130)
  })
}

const call = { args: process.argv.slice(2), environment: process.env, onOpen: stopOnShutdownSignal }
const { status, error } = await runCommand(call)
if (!isInterrupted) {
  if (error) console.error(error)
  process.exit(status)
}
