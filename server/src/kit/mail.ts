import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError, fail } from './api-error.ts'
import { escapeMarkup } from './escape-markup.ts'
import { type Logger, reportAvailability } from './logger.ts'
import type { Metrics } from './metrics/metrics.ts'

/** An e-mail of paragraphs, links and items, sent as plain text and as HTML. */
export interface Mail {
  to: string
  replyTo?: string | undefined
  subject: string
  paragraphs: (string | MailLink | MailItem)[]
  /** URL that unsubscribes when it is posted to (RFC 8058). */
  unsubscribe?: string
}

/** A mail that begins with a greeting of this person. */
export const mailTo = (
  { username, email }: { username?: string; email: string },
  subject: string,
  paragraphs: Mail['paragraphs'],
): Mail => ({ to: email, subject, paragraphs: [username ? `Hello ${username},` : 'Hello,', ...paragraphs] })

interface MailLink {
  href: string
  label: string
}

export interface MailItem extends MailLink {
  text: string
  thumbnail: { bytes: Buffer; mime: string } | null
}

export type SendMail = (mail: Mail) => Promise<void>

export interface MailSettings {
  /** `smtp://` or `smtps://`, with user name and password where the server requires them; '' writes files instead. */
  smtpUrl: string
  from: { name: string; address: string }
  /** The folder of these files. */
  folder: string
}

/** Throws when the server refuses the message, and `unavailable` when it is away, so that its job is put back. */
export function createMailer({ smtpUrl, from, folder }: MailSettings, log: Logger): SendMail {
  const deliver = smtpUrl ? smtpTransport(smtpUrl, log) : fileTransport(folder, log)
  return ({ to, replyTo, subject, paragraphs, unsubscribe }) =>
    deliver({
      from,
      to: { name: '', address: to }, // as an object it stays one recipient, whatever it contains
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      subject,
      text: textOf(paragraphs),
      html: htmlOf(subject, paragraphs),
      attachments: paragraphs.flatMap(attachmentOf),
      headers: {
        'Auto-Submitted': 'auto-generated', // suppresses vacation replies (RFC 3834)
        ...(unsubscribe && {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
}

export function countedMail(send: SendMail, metrics: Metrics): SendMail {
  const mails = metrics.counter(
    'vitrine_mails_total',
    'E-mails that were handed to the mail server (sent), refused by it, or put back because it was away.',
    ['outcome'],
  )
  return (mail) =>
    send(mail).then(
      () => mails.inc({ outcome: 'sent' }),
      (error) => {
        mails.inc({ outcome: error instanceof ApiError ? 'put back' : 'refused' })
        throw error
      },
    )
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
      if (isRefusal(error)) throw withoutAddresses(error)
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

/** What a server answered, as far as log and queue may have it: most repeat the address that they refuse. */
const withoutAddresses = (error: unknown) =>
  new Error(String((error as Error).message).replaceAll(/[^\s<>@]{1,64}@[^\s<>@]{1,255}/g, '…'))

function fileTransport(folder: string, log: Logger) {
  return async (message: Message) => {
    const { createTransport } = await loadNodemailer()
    const { message: bytes } = await createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
    }).sendMail(message)
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

type Paragraph = Mail['paragraphs'][number]

const textOf = (paragraphs: Paragraph[]) => `${paragraphs.map(paragraphText).join('\n\n')}\n`

function paragraphText(one: Paragraph): string {
  if (typeof one === 'string') return wrapText(one)
  return 'text' in one ? `${wrapText(`${one.label}: ${one.text}`)}\n${one.href}` : `${one.label}:\n${one.href}`
}

/** Lines of at most 76 characters need no quoted-printable soft breaks, so that links can be copied from the file. */
const wrapText = (text: string) => text.replaceAll(/(.{1,76})(?:\s+|$)/g, '$1\n').trimEnd()

function htmlOf(title: string, paragraphs: Paragraph[]): string {
  const body = paragraphs.map((one, index) => `<p>${paragraphHtml(one, index)}</p>`)
  const head = `<title>${escapeMarkup(title)}</title>`
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body.join('')}</body></html>`
}

function paragraphHtml(one: Paragraph, index: number): string {
  if (typeof one === 'string') return escapeMarkup(one)
  if (!('text' in one)) return linkHtml(one, escapeMarkup(one.label))
  const thumbnail = one.thumbnail
    ? `${linkHtml(one, `<img src="cid:${thumbnailId(index)}" alt="" width="64" align="middle">`)} `
    : ''
  return `${thumbnail}${linkHtml(one, `<b>${escapeMarkup(one.label)}</b>`)}<br>${escapeMarkup(one.text)}`
}

const linkHtml = ({ href }: MailLink, content: string) => `<a href="${escapeMarkup(href)}">${content}</a>`

function attachmentOf(one: Paragraph, index: number) {
  if (typeof one === 'string' || !('text' in one) || !one.thumbnail) return []
  const { bytes, mime } = one.thumbnail
  const cid = thumbnailId(index)
  return [{ cid, filename: cid, content: bytes, contentType: mime, contentDisposition: 'inline' as const }]
}

/** By which the HTML names an attached thumbnail (RFC 2392). */
const thumbnailId = (index: number) => `thumbnail-${index}`
