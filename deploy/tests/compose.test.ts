import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder'

interface Service {
  command: string[]
  environment: Record<string, string>
  /** `host:container[:ro]` */
  volumes?: string[]
  networks?: { default: { ipv4_address: string } }
}

const deploy = join(import.meta.dirname, '..')
const letsencrypt = await temporaryFolder()
const hostName = 'png.example'

/** compose.yaml as Compose reads it, with every setting of the example filled in. */
const compose = (() => {
  const named = readFileSync(join(deploy, 'compose/settings.env.example'), 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)
  const env = {
    ...process.env,
    ...Object.fromEntries([...named].map(([, name]) => [name!, `/filled-in/${name}`])),
    HOST_NAME: hostName,
    LETSENCRYPT_FOLDER: letsencrypt,
    COMPOSE_PROFILES: 'backup',
  }
  const words = ['-f', join(deploy, 'compose.yaml'), 'config']
  const { status, stdout, stderr } = spawnSync('docker-compose', words, { encoding: 'utf8', env })
  expect([status, stderr]).toEqual([0, '']) // nor does it warn of a variable that the example lacks
  const { parse } = createRequire(join(import.meta.dirname, 'manifests/'))('yaml')
  return parse(stdout) as {
    services: Record<string, Service>
    networks: { default: { ipam: { config: { subnet: string; ip_range: string }[] } } }
  }
})()
const { web1, web2, nginx } = compose.services as { web1: Service; web2: Service; nginx: Service }
const addressOf = ({ networks }: Service) => networks!.default.ipv4_address

test('compose.yaml follows the schema of Compose and has the parts of a site on several machines', () => {
  const names = ['backup', 'bucket', 'jobs', 'nginx', 'postgres', 's3', 'web1', 'web2']
  expect(Object.keys(compose.services).sort()).toEqual(names)
})

test('a backup has the settings of the site, and the folder of backups is mounted where it writes', () => {
  const { command, environment, volumes } = compose.services.backup!
  expect(command.slice(0, 2)).toEqual(['server/src/cli.ts', 'backup'])
  expect(volumes).toContain(`/filled-in/BACKUP_FOLDER:${command[2]}:rw`)
  const { ROLES, ...settings } = web1.environment
  expect(environment).toEqual(settings)
})

test('the web processes trust the address of nginx and no other, and nginx finds them by theirs', () => {
  for (const { environment } of [web1, web2]) expect(environment.TRUST_PROXY).toBe(addressOf(nginx))
  const servers = [web1, web2].map((one) => `server ${addressOf(one)}:3000 max_fails=0;`)
  expect(nginx.environment.VITRINE_SERVERS).toBe(servers.join(' '))
})

test('no container without an address of its own can be given one of these', () => {
  const [{ subnet, ip_range }] = compose.networks.default.ipam.config as [{ subnet: string; ip_range: string }]
  const contains = (range: string, address: string) => {
    const [network, bits] = range.split('/')
    const list = new BlockList()
    list.addSubnet(network!, Number(bits))
    return list.check(address)
  }
  for (const address of [nginx, web1, web2].map(addressOf))
    expect([contains(subnet, address), contains(ip_range, address)]).toEqual([true, false])
})

test('nginx finds the certificate and its key, which certbot keeps as links, also after a renewal', () => {
  for (const name of ['live', 'archive']) mkdirSync(join(letsencrypt, name, hostName), { recursive: true })
  for (const name of ['fullchain', 'privkey']) {
    writeFileSync(join(letsencrypt, 'archive', hostName, `${name}2.pem`), name)
    symlinkSync(`../../archive/${hostName}/${name}2.pem`, join(letsencrypt, 'live', hostName, `${name}.pem`))
  }
  const [source, target] = nginx.volumes!.find((one) => one.startsWith(letsencrypt))!.split(':') as [string, string]
  for (const setting of ['VITRINE_CERTIFICATE', 'VITRINE_CERTIFICATE_KEY']) {
    const inContainer = nginx.environment[setting]!
    expect(inContainer.startsWith(`${target}/`)).toBe(true)
    const onHost = realpathSync(source + inContainer.slice(target.length))
    expect(onHost.startsWith(`${realpathSync(source)}/`), `${onHost} is outside of what is mounted`).toBe(true)
  }
})

test('every value of the template of nginx is given, and the proof of the name is read where certbot writes it', () => {
  const template = readFileSync(join(deploy, 'nginx/vitrine.conf.template'), 'utf8')
  const values = new Set([...template.matchAll(/\$\{(VITRINE_\w+)\}/g)].map(([, name]) => name!))
  expect(Object.keys(nginx.environment).sort()).toEqual([...values].sort())
  expect(nginx.volumes).toContain(`/filled-in/WEBROOT:${nginx.environment.VITRINE_WEBROOT}:ro`)
})
