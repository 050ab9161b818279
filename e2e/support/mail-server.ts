import { mkdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** An SMTP server that writes every mail to `folder`, where mailed-links.ts reads it. */
export async function startMailServer(folder: string) {
  await mkdir(folder, { recursive: true })
  let received = 0
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onData: (stream, _session, done) => {
      const path = join(folder, `${String(++received).padStart(6, '0')}.eml`)
      buffer(stream)
        .then((mail) => writeFile(path, mail))
        .then(() => done(), done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
