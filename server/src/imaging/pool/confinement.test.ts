import { spawn } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startCountingServer } from '#test/counting-server'
import { temporaryFolder } from '#test/temporary-folder'
import { findConfinement } from './confinement.ts'

const { command, hasLimits, hasNoNetwork, hasNoFiles, description } = findConfinement()
const folder = await temporaryFolder()

/** The command line of a worker without Node's permission model, which native code passes by. */
const nativeCommand = command.filter((part) => !/^--(permission|allow-)/.test(part))

/** Runs this script as a worker runs; answers what it prints. */
async function run([tool, ...args]: string[], script: string): Promise<string> {
  const child = spawn(tool!, [...args, '-e', script], { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/' })
  return (await text(child.stdout)).trim()
}

async function secretFile() {
  const path = join(folder, 'secret.key')
  await writeFile(path, 'the secret')
  await chmod(path, 0o600)
  return path
}
const readScript = (path: string) =>
  `try { console.log(fs.readFileSync(${JSON.stringify(path)}, 'utf8')) } catch (error) { console.log(error.code) }`

const connectScript = (port: number) => `
  try {
    const socket = net.connect(${port}, '127.0.0.1')
    socket.on('connect', () => { console.log('connected'); socket.destroy() })
    socket.on('error', (error) => console.log(error.code))
  } catch (error) { console.log(error.code) }`

test('the log line names the tools, and what is missing', () => {
  expect(description).toMatch(/^Images are decoded .*\.$/)
  expect(description.includes('can be read')).toBe(!hasNoFiles)
  expect(description.includes('network is open')).toBe(!hasNoNetwork)
  expect(description.includes('memory is not limited')).toBe(!hasLimits)
})

test('JavaScript in a worker cannot read, write, connect or start a process, and loads its own modules', async () => {
  const path = await secretFile()
  const { port } = await startCountingServer() // as the database has one
  const attempts = ["fs.writeFileSync('/tmp/x', '')", "child_process.spawn('id')"]
  const scripts = attempts.map((attempt) => `try { ${attempt} } catch (error) { console.log(error.code) }`)
  for (const script of [readScript(path), connectScript(port), ...scripts])
    expect(await run(command, script)).toBe('ERR_ACCESS_DENIED')
  const module = JSON.stringify(new URL('../colour/visible-colours.ts', import.meta.url).href)
  expect(await run(command, `import(${module}).then((all) => console.log(typeof all.subsample))`)).toBe('function')
})

// Without bubblewrap, and for the files without root, the system has nothing to confine native code with.
test.skipIf(!hasNoFiles)('native code in a worker cannot read the key of the installation', async () => {
  const path = await secretFile()
  expect(await run([process.execPath], readScript(path))).toBe('the secret')
  expect(await run(nativeCommand, readScript(path))).toMatch(/^(EACCES|ENOENT)$/)
})

test.skipIf(!hasNoNetwork)('native code in a worker cannot connect to the database', async () => {
  const { port } = await startCountingServer() // as the database has one
  expect(await run([process.execPath], connectScript(port))).toBe('connected')
  expect(await run(nativeCommand, connectScript(port))).toMatch(/^E(NETUNREACH|CONNREFUSED)$/)
})

const isConfined = hasNoFiles || hasNoNetwork
test.skipIf(!isConfined)('native code in a worker sees neither memory nor environment of the server', async () => {
  const path = `/proc/${process.pid}/environ`
  expect(await run(nativeCommand, readScript(path))).toMatch(/^(EACCES|ENOENT|EPERM)$/)
})
