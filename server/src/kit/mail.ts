import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from './api-error.ts'
import { reportAvailability } from './availability.ts'
import { escapeMarkup } from './escape-markup.ts'
import type { Logger } from './logger.ts'

/** An e-mail of paragraphs and links, sent as plain text and as HTML. */
export interface Mail {
  to: string
  replyTo?: string | undefined
  subject: string
  paragraphs: (string | { href: string; label: string })[]
}

export type SendMail = (mail: Mail) => Promise<void>

export interface MailSettings {
  /** `smtp://` or `smtps://`, with user name and password where the server requires them; '' writes files instead. */
  smtpUrl: string
  from: { name: string; address: string }
  /** The folder of these files. */
  folder: string
}

/**
 * Sends e-mails by SMTP, or writes them to files whose paths are logged. Sending throws when the server refuses the
 * message, and `unavailable` when the server is away, so that its job is put back.
 */
export function createMailer({ smtpUrl, from, folder }: MailSettings, log: Logger): SendMail {
  const deliver = smtpUrl ? smtpTransport(smtpUrl, log) : fileTransport(folder, log)
  return ({ to, replyTo, subject, paragraphs }) =>
    deliver({
      from,
      to: { name: '', address: to }, // as an object it stays one recipient, whatever it contains
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      subject,
      text: textOf(paragraphs),
      html: htmlOf(subject, paragraphs),
      // Suppresses vacation replies (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
}

type Message = import('nodemailer').SendMailOptions

/** Milliseconds to connect to the server, and without a response from it. */
const SMTP_TIMEOUT_MS = 10_000

/** Milliseconds for which the circuit breaker is open: a server that does not answer must not hold every job runner. */
const SMTP_PAUSE_MS = 5_000

function smtpTransport(url: string, log: Logger) {
  const availability = reportAvailability(log, {
    away: 'The mail server cannot be used; e-mails wait',
    back: 'The mail server can be used again',
  })
  const limits = {
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  }
  let openUntil = 0
  return async (message: Message) => {
    if (performance.now() < openUntil) throw fail('unavailable', { isReported: true })
    const { createTransport } = await loadNodemailer()
    try {
      await createTransport({ url, ...limits }).sendMail(message)
    } catch (error) {
      if (isRefusal(error)) throw error
      availability.down(error)
      openUntil = performance.now() + SMTP_PAUSE_MS
      throw fail('unavailable', { cause: error, isReported: true })
    }
    availability.up()
  }
}

/** Whether the server refused this message; a server without a connection, or that is closing (421), is away. */
function isRefusal(error: unknown): boolean {
  const { code = '', responseCode } = error as { code?: string; responseCode?: number }
  return ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode !== 421
}

function fileTransport(folder: string, log: Logger) {
  return async (message: Message) => {
    const { createTransport } = await loadNodemailer()
    const { message: bytes } = await createTransport({ streamTransport: true, buffer: true }).sendMail(message)
    // An e-mail may hold a reset link, so only the operator's account may read it.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`
    const path = join(folder, name)
    await writeFile(path, bytes as Buffer, { mode: 0o600 })
    log.info({ path }, 'SMTP_URL is not set, so the e-mail was written to a file')
  }
}

/** Loaded on demand: it takes 0.2 s, and most processes send nothing. */
const loadNodemailer = () => import('nodemailer')

const textOf = (paragraphs: Mail['paragraphs']) => {
  const texts = paragraphs.map((one) => (typeof one === 'string' ? wrapText(one) : `${one.label}:\n${one.href}`))
  return `${texts.join('\n\n')}\n`
}

/** Lines of at most 76 characters need no quoted-printable soft breaks, so that links can be copied from the file. */
const wrapText = (text: string) => text.replaceAll(/(.{1,76})(?:\s+|$)/g, '$1\n').trimEnd()

function htmlOf(title: string, paragraphs: Mail['paragraphs']): string {
  const body = paragraphs.map((one) => `<p>${typeof one === 'string' ? escapeMarkup(one) : linkHtml(one)}</p>`)
  const head = `<title>${escapeMarkup(title)}</title>`
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body.join('')}</body></html>`
}

const linkHtml = ({ href, label }: { href: string; label: string }) =>
  `<a href="${escapeMarkup(href)}">${escapeMarkup(label)}</a>`
