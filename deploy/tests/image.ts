import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const containerfile = join(root, 'deploy/Containerfile')
const buildah = (...words: string[]) =>
  execFileSync('buildah', words, { encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'inherit'] }).trim()

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
function importBase(folder: string) {
  const name = `docker.io/library/debian:bookworm-slim`
  const tar = join(folder, 'base.tar')
  const left = ['doc', 'man', 'info', 'locale'].map((one) => `--dpkgopt=path-exclude=/usr/share/${one}/*`)
  execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', ...left, 'bookworm', tar], { stdio: 'inherit' })
  const container = buildah('from', 'scratch')
  buildah('add', '--quiet', container, tar, '/')
  buildah('commit', '--quiet', '--rm', container, name)
  return name
}

/** Builds the image as its first lines tell, with isolation by chroot, which needs no daemon. */
export function buildImage() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-image-'))
  const base = importBase(folder)
  // npm in the build trusts what npm on this machine trusts, and asks the same registry.
  const certificates = '/host-certificates.crt' // apart from those of the base, which its packages write
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', cwd: '/' }).trim()
  writeFileSync(join(folder, 'npmrc'), `cafile=${certificates}\nregistry=${registry}\n`)
  const volumes = [`/etc/ssl/certs/ca-certificates.crt:${certificates}:ro`, `${join(folder, 'npmrc')}:/root/.npmrc:ro`]
  const options = ['--isolation=chroot', '--format=docker', '--quiet', '--pull-never', `--build-arg=BASE=${base}`]
  const image = buildah('build', ...options, ...volumes.map((one) => `--volume=${one}`), '-f', containerfile, root)
  rmSync(folder, { recursive: true, force: true })
  return { image, facts: factsOf(image) }
}

function factsOf(image: string): ImageFacts {
  const { config } = JSON.parse(buildah('inspect', '--type=image', image)).Docker
  const [{ size }] = JSON.parse(buildah('images', '--json', image))
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
export function mountImage(image: string, { user, environment }: ImageFacts) {
  const container = buildah('from', '--pull-never', image)
  const mounted = buildah('mount', container)
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
    remove() {
      buildah('umount', container)
      buildah('rm', container)
    },
  }
}

export const removeImage = (image: string) => buildah('rmi', '--force', image)
