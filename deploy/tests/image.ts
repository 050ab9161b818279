import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const root = join(import.meta.dirname, '../..')
const containerfile = join(root, 'deploy/Containerfile')
const base = 'localhost/vitrine-tests-base'

/** Vitest's own messages time out where this process waits for another one without doing anything else. */
async function run(command: string, ...words: string[]): Promise<string> {
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/' })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`${command} ${words[0]} ended with ${code}; the lines above say why.\n${output}`)
  return output.trim()
}

const buildah = (...words: string[]) => run('buildah', ...words)

/** What the image is, as its registry would tell. */
interface ImageFacts {
  /** Bytes of all layers, uncompressed. */
  size: number
  user: string
  healthCheck: string[]
  entrypoint: string[]
  command: string[]
  environment: Record<string, string>
}

/**
 * Debian's packages in place of the image that the Containerfile asks for by name, as that one is made: without
 * documents. Nothing is fetched from a registry of images.
 */
async function importBase(folder: string) {
  const tar = join(folder, 'base.tar')
  const left = ['doc', 'man', 'info', 'locale'].map((one) => `--dpkgopt=path-exclude=/usr/share/${one}/*`)
  await run('mmdebstrap', '--quiet', '--variant=minbase', ...left, 'bookworm', tar)
  const container = await buildah('from', 'scratch')
  await buildah('add', '--quiet', container, tar, '/')
  await buildah('commit', '--quiet', '--rm', container, base)
}

/** Builds the image as its first lines tell, with isolation by chroot, which needs no daemon. */
export async function buildImage() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-image-'))
  await importBase(folder)
  // npm in the build trusts what npm on this machine trusts, and asks the same registry.
  const certificates = '/host-certificates.crt' // apart from those of the base, which its packages write
  const registry = await run('npm', 'config', 'get', 'registry')
  await writeFile(join(folder, 'npmrc'), `cafile=${certificates}\nregistry=${registry}\n`)
  const volumes = [`/etc/ssl/certs/ca-certificates.crt:${certificates}:ro`, `${join(folder, 'npmrc')}:/root/.npmrc:ro`]
  const options = [
    '--isolation=chroot',
    '--format=docker',
    '--quiet',
    '--pull-never',
    '--force-rm',
    '--no-cache',
    `--build-arg=BASE=${base}`,
  ]
  const built = buildah('build', ...options, ...volumes.map((one) => `--volume=${one}`), '-f', containerfile, root)
  const image = await built.catch(async (error) => {
    await buildah('rmi', '--force', base)
    throw error
  })
  await rm(folder, { recursive: true, force: true })
  return { image, facts: await factsOf(image) }
}

async function factsOf(image: string): Promise<ImageFacts> {
  const { config } = JSON.parse(await buildah('inspect', '--type=image', image)).Docker
  const [{ size }] = JSON.parse(await buildah('images', '--json', image))
  return {
    size: bytesOf(size),
    user: config.User,
    healthCheck: config.Healthcheck.Test.slice(1),
    entrypoint: config.Entrypoint,
    command: config.Cmd,
    environment: Object.fromEntries(config.Env.map((one: string) => one.split(/=(.*)/s).slice(0, 2))),
  }
}

const bytesOf = (text: string) => Number.parseFloat(text) * { kB: 1e3, MB: 1e6, GB: 1e9 }[text.slice(-2) as 'MB']!

/** Processes in the image's file system, which they cannot write to but for /data and /tmp, as the image's user. */
export async function mountImage(image: string, { user, environment }: ImageFacts) {
  const container = await buildah('from', '--pull-never', image)
  const mounted = await buildah('mount', container)
  const enter = `
    set -e
    mount --bind "$ROOT" "$ROOT"
    mount -o remount,ro,bind "$ROOT"
    mount -t tmpfs -o uid=10001,gid=10001,mode=750 tmpfs "$ROOT/data"
    mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
    mount -t proc proc "$ROOT/proc"
    mount --bind /dev "$ROOT/dev"
    exec chroot --userspec=${user} "$ROOT" "$@"`
  return {
    /** A mount namespace of its own, so that nothing stays mounted. */
    run(command: string[], settings: Record<string, string> = {}): ChildProcess {
      const env = { ...environment, ...settings, ROOT: mounted }
      const words = ['--mount', '--propagation=private', 'bash', '-c', enter, 'bash', ...command]
      return spawn('unshare', words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    },
    async remove() {
      await buildah('umount', container)
      await buildah('rm', container)
    },
  }
}

export const removeImages = (image: string) => buildah('rmi', '--force', image, base)
