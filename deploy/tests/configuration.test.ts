import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '../../server/src/config.ts'
import { caddyfile } from './caddy.ts'

// What describes machines that are not here is checked for its form; nothing of it runs.

const folder = join(import.meta.dirname, '..')
const run = (command: string, words: string[], env: Record<string, string> = {}) =>
  spawnSync(command, words, { encoding: 'utf8', env: { ...process.env, ...env } })

/** Those that a file sets, in any of the forms of these files. */
const namesIn = (text: string) => [...text.matchAll(/^\s*(?:- \{ name: |Environment=)?([A-Z][A-Z0-9_]{3,})[:=,]/gm)]

test('Caddy takes its file', () => {
  const env = {
    VITRINE_NAME: 'png.example',
    VITRINE_SERVERS: '10.0.0.1:3000 10.0.0.2:3000',
    VITRINE_FILES: '/srv/files',
  }
  const { status, stderr } = run('caddy', ['validate', '--adapter', 'caddyfile', '--config', caddyfile], env)
  expect(status, stderr).toBe(0)
  expect(run('caddy', ['fmt', caddyfile]).stdout).toBe(readFileSync(caddyfile, 'utf8'))
})

const expectValid = (unit: string) => {
  const { stderr } = run('systemd-analyze', ['verify', unit])
  // The program lies elsewhere on this machine.
  expect(stderr.split('\n').filter((line) => line && !line.includes('is not executable'))).toEqual([])
}

test.each(['vitrine.service', 'vitrine-backup.service'])('systemd takes %s, which exposes little', (name) => {
  const unit = join(folder, 'systemd', name)
  expectValid(unit)
  const { stdout } = run('systemd-analyze', ['security', '--offline=yes', unit])
  const exposure = Number(/Overall exposure level.*: ([\d.]+)/.exec(stdout)?.[1])
  expect(exposure).toBeGreaterThan(0)
  expect(exposure).toBeLessThan(3.5)
})

test('systemd takes the timer, which runs the backup each night', () => {
  const timer = join(folder, 'systemd/vitrine-backup.timer')
  expectValid(timer)
  const when = /^OnCalendar=(.*)$/m.exec(readFileSync(timer, 'utf8'))![1]!
  expect(run('systemd-analyze', ['calendar', when]).stdout).toContain('Next elapse: ')
})

// What systemd mounts over: the kernel then refuses a new /proc in a user namespace, and bubblewrap fails.
const mountedOver = {
  ProtectHostname: ['/proc/sys/kernel/hostname', '/proc/sys/kernel/domainname'],
  ProtectKernelLogs: ['/proc/kmsg'],
  ProtectKernelTunables: ['/proc/sys'],
}
/** The log line about confinement that a user without rights gets where these paths are mounted over. */
function confinementUnder(paths: string[]) {
  const module = join(folder, '../server/src/imaging/pool/confinement.ts')
  const script = `import(${JSON.stringify(module)}).then((all) => console.log(all.findConfinement().description))`
  const mounts = paths.map((path) => `mount --bind ${path} ${path} && `).join('')
  const command = `${mounts}exec setpriv --reuid=65534 --regid=65534 --clear-groups "$0" -e "$1"`
  return run('unshare', ['--mount', 'sh', '-c', command, process.execPath, script]).stdout
}

test('the unit leaves bubblewrap its /proc, so that pictures are confined by it', () => {
  const unit = readFileSync(join(folder, 'systemd/vitrine.service'), 'utf8')
  const paths = Object.entries(mountedOver).filter(([name]) => unit.includes(`${name}=yes`))
  expect(confinementUnder(mountedOver.ProtectHostname)).toContain('bubblewrap does not work')
  expect(confinementUnder(paths.flatMap(([, some]) => some))).toMatch(/^Images are decoded under [^;]*bubblewrap\.\n$/)
})

test('the Kubernetes manifests follow the schemas of their kinds', () => {
  const files = globSync('kubernetes/*.yaml', { cwd: folder }).map((file) => join(folder, file))
  const check = join(import.meta.dirname, 'manifests/check.mjs')
  const { status, stdout, stderr } = run(process.execPath, [check, ...files])
  expect([status, stderr]).toEqual([0, ''])
  const kinds = 'ConfigMap Deployment Deployment Ingress Kustomization Namespace PodDisruptionBudget Secret Service'
  expect(stdout.trim().split('\n').sort()).toEqual(kinds.split(' '))
})

test('every setting that the files name exists', () => {
  const manifests = ['settings', 'secret.example', 'web', 'jobs'].map((name) => `kubernetes/${name}.yaml`)
  const files = ['compose.yaml', ...manifests, 'systemd/vitrine.service', 'systemd/vitrine-backup.service']
  const others = /^(VITRINE|POSTGRES|AWS)_/
  const named = files.flatMap((file) =>
    namesIn(readFileSync(join(folder, file), 'utf8')).map(([, name]) => ({ file, name: name! })),
  )
  expect(named.length).toBeGreaterThan(25)
  expect(named.filter(({ name }) => !others.test(name) && !(name in settings))).toEqual([])
})
