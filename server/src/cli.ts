import { onShutdownSignal } from '#kit/shutdown'
import { openResources } from './resources.ts'
import { runCommand } from './run-command.ts'

let isInterrupted = false

const { status, error } = await runCommand({
  args: process.argv.slice(2),
  environment: process.env,
  /** An interrupted command stops the embedded database too. What it has done stays done, and it can be run again. */
  async openResources(config, options) {
    const resources = await openResources(config, options)
    onShutdownSignal(async () => {
      isInterrupted = true
      await resources.stop()
      process.exit(130)
    })
    return resources
  },
})
if (!isInterrupted) {
  if (error) console.error(error)
  process.exit(status)
}
