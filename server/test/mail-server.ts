import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, vi } from 'vitest'
import { createUser, openTestApp } from './test-app.ts'

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** An SMTP server for one test file, which keeps what it accepts, and refuses mails or is away when told to. */
export async function startMailServer() {
  const inbox: { to: string; mail: string }[] = []
  let refusalsLeft = 0
  const listen = async (port: number) => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, done) {
        if (refusalsLeft <= 0) return done()
        refusalsLeft--
        done(Object.assign(new Error(`<${address}>: try later`), { responseCode: 451 }))
      },
      onData(stream, session, done) {
        let mail = ''
        stream.setEncoding('utf8').on('data', (part: string) => {
          mail += part
        })
        stream.on('end', () => {
          const unfolded = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')
          inbox.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), mail: unfolded })
          done()
        })
      },
    })
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
    return server
  }
  const close = () => new Promise<void>((closed) => server.close(closed))
  let server = await listen(0)
  const { port } = server.server.address() as { port: number }
  afterAll(close)

  return {
    url: `smtp://127.0.0.1:${port}`,
    inbox,
    /** Refuses the next recipients for the time being. */
    refuse(count: number) {
      refusalsLeft = count
    },
    clear() {
      inbox.length = 0
      refusalsLeft = 0
    },
    async whileAway<Result>(work: () => Promise<Result>): Promise<Result> {
      await close()
      try {
        return await work()
      } finally {
        server = await listen(port)
      }
    },
    /** The first mail to this address with this content, as soon as it has arrived. */
    mailTo: (email: string, content: RegExp) =>
      vi.waitFor(
        () => {
          const found = inbox.find(({ to, mail }) => to === email && content.test(mail))
          if (!found) throw new Error(`no mail to ${email}`)
          return found.mail
        },
        { timeout: 30_000 }, // a mail that could not be sent is tried again after ten seconds
      ),
  }
}

/** An app that sends mails, its mail server, whose inbox is empty before each test, and a contributor. */
export async function openMailingApp() {
  const mailServer = await startMailServer()
  const mails = { SMTP_URL: mailServer.url, MAIL_FROM: 'post@png.example', CONFIRM_EMAIL: 'off' }
  const testApp = await openTestApp({ ...mails, SITE_URL: 'https://png.example', TRUST_PROXY: '127.0.0.1' })
  beforeEach(mailServer.clear)
  return { ...testApp, testApp, mailServer, ada: await createUser(testApp) }
}
