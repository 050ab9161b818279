import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from './logger.ts'

/** A mail in words: paragraphs, and links on lines of their own. It goes out as text and as HTML. */
export interface Mail {
  to: string
  subject: string
  paragraphs: (string | { href: string; label: string })[]
}

export type SendMail = (letter: Mail) => Promise<void>

export interface MailSettings {
  /** `smtp://` or `smtps://`, with name and password where the server wants them; '' writes files instead. */
  smtpUrl: string
  from: { name: string; address: string }
  /** Where the files are written. */
  folder: string
}

/** Sends mails over SMTP, or writes them as files whose paths the log names. Throws when the mail was not taken. */
export function createMailer({ smtpUrl: url, from, folder }: MailSettings, log: Logger): SendMail {
  const deliver = url ? smtpTransport(url) : fileTransport(folder, log)
  return ({ to, subject, paragraphs: lines }) =>
    deliver({
      from,
      to: { name: '', address: to }, // as one address, whatever it holds: nothing in it makes a second recipient
      subject,
      text: textOf(lines),
      html: htmlOf(subject, lines),
      // Nobody is to answer a machine with his holiday (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
}

type Message = import('nodemailer').SendMailOptions

/** Milliseconds that a mail server may stay silent. */
const SMTP_TIMEOUT_MS = 10_000

function smtpTransport(url: string) {
  const limits = {
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  }
  return async (message: Message) => {
    const { createTransport } = await loadNodemailer()
    await createTransport({ url, ...limits }).sendMail(message)
  }
}

function fileTransport(folder: string, log: Logger) {
  return async (message: Message) => {
    const { createTransport } = await loadNodemailer()
    const made = await createTransport({ streamTransport: true, buffer: true }).sendMail(message)
    // A mail may open an account: its owner alone reads it.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`
    const path = join(folder, name)
    await writeFile(path, made.message as Buffer, { mode: 0o600 })
    log.info({ path }, 'No SMTP_URL is set, so a mail was written to a file')
  }
}

/** It takes 0.2 s to load, and most starts send nothing. */
const loadNodemailer = () => import('nodemailer')

const textOf = (lines: Mail['paragraphs']) =>
  `${lines.map((line) => (typeof line === 'string' ? wrapText(line) : `${line.label}:\n${line.href}`)).join('\n\n')}\n`

/** Text whose lines have at most 76 characters goes out as it is, so that a link can be copied from the file. */
const wrapText = (text: string) => text.replaceAll(/(.{1,76})(?:\s+|$)/g, '$1\n').trimEnd()

function htmlOf(title: string, lines: Mail['paragraphs']): string {
  const body = lines.map((line) => `<p>${typeof line === 'string' ? escapeHtml(line) : linkHtml(line)}</p>`)
  return `<!doctype html><html lang="en"><head><title>${escapeHtml(title)}</title></head><body>${body.join('')}</body></html>`
}

const linkHtml = ({ href, label }: { href: string; label: string }) =>
  `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
