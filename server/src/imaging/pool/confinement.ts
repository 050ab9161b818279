import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { once } from '#kit/once'

/**
 * Bytes of private memory (RLIMIT_DATA): 700 MB holds the largest accepted image when interlaced (400 MB, plus 100 for
 * the process itself). V8 reserves 512 MiB of address space for compiled code, which counts and which no image can use.
 */
const MEMORY_LIMIT = 700_000_000 + 512 * 2 ** 20
/**
 * CPU seconds of its life at which the kernel kills a process (RLIMIT_CPU), so that none spins after its server was
 * killed: far above RECYCLE_AFTER_CPU_SECONDS plus one DERIVATIVE_TIMEOUT_MS, which no valid job reaches.
 */
const CPU_LIMIT_SECONDS = 600
/** Milliseconds for finding out whether a tool works here. */
const PROBE_TIMEOUT_MS = 5_000

const ROOT = join(import.meta.dirname, '../../../..')
/** All that a worker process reads of the file system, below `ROOT`; pictures come and go through pipes. */
const CODE = ['package.json', 'node_modules', 'contract', 'server/package.json', 'server/node_modules']
  .concat('server/src/kit/decode-text.ts', 'server/src/imaging')
  .map((path) => join(ROOT, path))
  .filter((path) => existsSync(path))

/** How worker processes are kept from the server's memory, network and files. */
export type Confinement = ReturnType<typeof findConfinement>

interface Layer {
  tool: string
  command: string[]
  hasNoNetwork?: boolean
  hasNoFiles?: boolean
}

/**
 * Finds out, by trying once in a process (0.1 s), what this system offers: bubblewrap shows a process no file but its
 * own code and no network; without it unshare takes the network away, and a server that runs as root gives its workers
 * an unprivileged user. Node's permission model comes on top: it stops JavaScript everywhere, and native code nowhere.
 */
export const findConfinement = once(() => {
  const layers = [[bubblewrap], [withoutNetwork, otherUser], [withoutNetwork], [otherUser], []].find(isWorking)!
  const facts = {
    /** Whether memory, CPU time and open files are limited. */
    hasLimits: process.platform === 'linux' && hasTool('prlimit'),
    /** Whether native code in the process has no network, and whether it cannot read the server's files. */
    hasNoNetwork: layers.some((layer) => layer.hasNoNetwork),
    hasNoFiles: layers.some((layer) => layer.hasNoFiles),
  }
  return {
    ...facts,
    /** The command line of a Node under this confinement; the script and its arguments follow. */
    command: [...(facts.hasLimits ? limits : []), ...layers.flatMap(({ command }) => command), ...permittedNode],
    description: describe(facts, [...(facts.hasLimits ? ['prlimit'] : []), ...layers.map(({ tool }) => tool)]),
  }
})

const isRoot = process.getuid?.() === 0

const limits = ['prlimit', `--data=${MEMORY_LIMIT}`, `--cpu=${CPU_LIMIT_SECONDS}`, '--nofile=64', '--core=0']

// Pixels live outside of the JavaScript heap, so the heap stays small.
const permittedNode = [process.execPath, '--max-old-space-size=96', '--expose-gc', '--permission', '--allow-addons']
  .concat(CODE.map((path) => `--allow-fs-read=${path}`))
  .concat('--disable-warning=PERM0001') // that --allow-addons lets native code do anything is said above

const readOnly = (option: string, paths: string[]) => paths.flatMap((path) => [option, path, path])

const bubblewrap: Layer = {
  tool: 'bubblewrap',
  command: ['bwrap', '--unshare-all', '--die-with-parent', '--cap-drop', 'ALL', '--proc', '/proc', '--dev', '/dev']
    .concat(readOnly('--ro-bind-try', ['/usr', '/lib', '/lib64', '/etc/ld.so.cache']))
    .concat(readOnly('--ro-bind', [process.execPath, ...CODE]), '--chdir', '/', '--'),
  hasNoNetwork: true,
  hasNoFiles: true,
}

/** A network namespace of its own; all users but root need a user namespace for it. */
const withoutNetwork: Layer = {
  tool: 'unshare',
  command: ['unshare', '--net', ...(isRoot ? [] : ['--user', '--map-current-user']), '--'],
  hasNoNetwork: true,
}

/** The user `nobody`: the data folder is open to its owner alone. */
const otherUser: Layer = {
  tool: 'setpriv',
  command: ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs'].concat(
    '--inh-caps=-all',
    '--bounding-set=-all',
    '--',
  ),
  hasNoFiles: true,
}

/** Whether a worker's code can be read under these layers: a home that others may not enter hides it from `nobody`. */
function isWorking(layers: Layer[]): boolean {
  if (!layers.length) return true
  if (process.platform !== 'linux' || !layers.every(({ command }) => hasTool(command[0]!))) return false
  if (layers.includes(otherUser) && !isRoot) return false
  const [command, ...args] = layers.flatMap((layer) => layer.command)
  const probe = [process.execPath, '-e', 'fs.accessSync(process.argv[1])', ...CODE.slice(-1)]
  return spawnSync(command!, [...args, ...probe], { timeout: PROBE_TIMEOUT_MS, stdio: 'ignore', cwd: '/' }).status === 0
}

const hasTool = (name: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))

type Facts = Record<'hasLimits' | 'hasNoNetwork' | 'hasNoFiles', boolean>

function describe({ hasLimits, hasNoNetwork, hasNoFiles }: Facts, tools: string[]): string {
  const missing = [
    ...(hasLimits ? [] : ['memory is not limited (no prlimit)']),
    ...(hasNoNetwork ? [] : ['the network is open (neither bubblewrap nor unshare works)']),
    ...(hasNoFiles ? [] : ["the server's files can be read (bubblewrap does not work)"]),
  ]
  const confined = tools.length ? `under ${tools.join(', ')}` : 'without confinement by the system'
  return `Images are decoded ${confined}${missing.length ? `; ${missing.join('; ')}` : ''}.`
}
